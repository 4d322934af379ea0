import math


def slopes_of(heads):
    def series(count):
        return [2 ** (-8 * (i + 1) / count) for i in range(count)]

    lower = 1
    while 2 * lower <= heads:
        lower *= 2
    return (series(lower) + series(2 * lower)[0::2])[:heads]


def softmax(scores):
    most = max(scores)
    parts = [math.exp(score - most) for score in scores]
    whole = sum(parts)
    return [part / whole for part in parts]


def alibi_weights(scores):
    weights = []
    for table, slope in zip(scores, slopes_of(len(scores))):
        rows = []
        for query, row in enumerate(table):
            biased = []
            for key, score in enumerate(row):
                biased.append(score - slope * (query - key) if key <= query else -math.inf)
            rows.append(softmax(biased))
        weights.append(rows)
    return weights

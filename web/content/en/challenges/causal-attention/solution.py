import math


def with_positions(rows, first, base):
    placed = []
    for i, row in enumerate(rows):
        sums = []
        for column, value in enumerate(row):
            pair = column // 2
            angle = (first + i) / base ** (2 * pair / len(row))
            sums.append(value + (math.sin(angle) if column % 2 == 0 else math.cos(angle)))
        placed.append(sums)
    return placed


def softmax(scores):
    most = max(scores)
    parts = [math.exp(score - most) for score in scores]
    whole = sum(parts)
    return [part / whole for part in parts]


def causal_attention(queries, keys, base):
    past = len(keys) - len(queries)
    placed_keys = with_positions(keys, 0, base)
    weights = []
    for i, query in enumerate(with_positions(queries, past, base)):
        scores = []
        for j, key in enumerate(placed_keys):
            product = sum(a * b for a, b in zip(query, key))
            scores.append(product / math.sqrt(len(query)) if j <= past + i else -math.inf)
        weights.append(softmax(scores))
    return weights

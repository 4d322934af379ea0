import math


def slopes_of(n):
    if n & (n - 1) == 0:
        start = 2 ** (-8 / n) if n else 1
        return [start ** (i + 1) for i in range(n)]
    lower = 1
    while lower * 2 < n:
        lower *= 2
    return slopes_of(lower) + slopes_of(2 * lower)[0::2][:n - lower]


def alibi_weights(scores):
    out = []
    for slope, table in zip(slopes_of(len(scores)), scores):
        rows = []
        for i, row in enumerate(table):
            biased = [s - slope * (i - j) if j <= i else -1e30 for j, s in enumerate(row)]
            top = max(biased)
            parts = [math.exp(b - top) for b in biased]
            rows.append([p / sum(parts) for p in parts])
        out.append(rows)
    return out

import math


def placed(rows, first, base):
    return [
        [x + (math.cos if j % 2 else math.sin)((first + i) / base ** (j // 2 * 2 / len(row))) for j, x in enumerate(row)]
        for i, row in enumerate(rows)
    ]


def softmax(scores):
    top = max(scores)
    parts = [math.exp(s - top) for s in scores]
    return (p / sum(parts) for p in parts)


def causal_attention(queries, keys, base):
    past = len(keys) - len(queries)
    k = placed(keys, 0, base)
    for i, q in enumerate(placed(queries, past, base)):
        yield softmax([
            sum(map(lambda a, b: a * b, q, row)) / len(q) ** 0.5 if j <= past + i else float("-inf")
            for j, row in enumerate(k)
        ])

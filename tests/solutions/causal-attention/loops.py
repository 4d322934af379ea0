import math


def placed(rows, first, base):
    return [
        [x + (math.cos if j % 2 else math.sin)((first + i) / base ** (j // 2 * 2 / len(row))) for j, x in enumerate(row)]
        for i, row in enumerate(rows)
    ]


def causal_attention(queries, keys, base):
    past = len(keys) - len(queries)
    q, k = placed(queries, past, base), placed(keys, 0, base)
    weights = []
    for i in range(len(q)):
        scores = []
        for j in range(past + i + 1):
            scores.append(sum(a * b for a, b in zip(q[i], k[j])) / math.sqrt(len(q[i])))
        top = max(scores)
        parts = [math.exp(s - top) for s in scores]
        whole = sum(parts)
        weights.append([p / whole for p in parts] + [0.0] * (len(k) - past - i - 1))
    return weights

import numpy as np


def position_rows(positions, d, base):
    pairs = np.arange((d + 1) // 2)
    angles = positions[:, np.newaxis] / base ** (2 * pairs / d)
    rows = np.empty((len(positions), d))
    rows[:, 0::2] = np.sin(angles)
    rows[:, 1::2] = np.cos(angles[:, : d // 2])  # an odd width has one cosine fewer
    return rows


def causal_attention(queries, keys, base):
    keys = np.asarray(keys, dtype=float)
    n, d = keys.shape
    queries = np.asarray(queries, dtype=float).reshape(-1, d)
    key_positions = np.arange(n)
    query_positions = key_positions[n - len(queries) :]
    queries = queries + position_rows(query_positions, d, base)
    keys = keys + position_rows(key_positions, d, base)

    scores = queries @ keys.T / np.sqrt(d)
    scores[key_positions > query_positions[:, np.newaxis]] = -np.inf
    parts = np.exp(scores - scores.max(axis=1, keepdims=True))
    return parts / parts.sum(axis=1, keepdims=True)

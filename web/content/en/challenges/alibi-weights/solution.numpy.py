import numpy as np


def slopes_of(heads):
    def series(count):
        return 2.0 ** (-8 * np.arange(1, count + 1) / count)

    lower = 2 ** (max(heads, 1).bit_length() - 1)
    return np.concatenate([series(lower), series(2 * lower)[0::2]])[:heads]


def alibi_weights(scores):
    scores = np.asarray(scores, dtype=float)
    if scores.size == 0:
        return scores
    heads, n, _ = scores.shape
    distance = np.arange(n)[:, np.newaxis] - np.arange(n)  # below 0 for later keys
    biased = scores - slopes_of(heads)[:, np.newaxis, np.newaxis] * distance
    biased = np.where(distance >= 0, biased, -np.inf)
    parts = np.exp(biased - biased.max(axis=2, keepdims=True))
    return parts / parts.sum(axis=2, keepdims=True)

import numpy as np


def t5_bucket(offsets, bidirectional, buckets, max_distance):
    offsets = np.asarray(offsets, dtype=int)
    side = buckets // 2 if bidirectional else buckets
    exact = side // 2
    distances = np.abs(offsets) if bidirectional else np.maximum(-offsets, 0)
    first = np.where(offsets > 0, side, 0) if bidirectional else 0

    # Near distances do not use the logarithm; lifted to `exact`, they leave it finite.
    shares = np.log(np.maximum(distances, exact) / exact) / np.log(max_distance / exact)
    far = np.minimum(exact + np.floor(shares * (side - exact)).astype(int), side - 1)
    return first + np.where(distances < exact, distances, far)

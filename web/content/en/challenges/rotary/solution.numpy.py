import numpy as np


def rotary(x, positions, base):
    x = np.asarray(x, dtype=float)
    if len(x) == 0:
        return x
    d = x.shape[1]
    pairs = np.arange(d // 2)
    angles = np.asarray(positions)[:, np.newaxis] / base ** (2 * pairs / d)
    a, b = x[:, 0::2], x[:, 1::2]

    turned = np.empty_like(x)
    turned[:, 0::2] = a * np.cos(angles) - b * np.sin(angles)
    turned[:, 1::2] = a * np.sin(angles) + b * np.cos(angles)
    return turned

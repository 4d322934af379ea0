import numpy as np


def sinusoidal_table(n, d, base):
    positions = np.arange(n)[:, np.newaxis]
    pairs = np.arange((d + 1) // 2)
    angles = positions / base ** (2 * pairs / d)

    table = np.empty((n, d))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d // 2])  # an odd width has one cosine fewer
    return table

import numpy as np


def shift_matrix(offset, d, base):
    pairs = np.arange(d // 2)
    angles = offset / base ** (2 * pairs / d)
    sines = 2 * pairs
    cosines = sines + 1

    matrix = np.zeros((d, d))
    matrix[sines, sines] = np.cos(angles)
    matrix[sines, cosines] = np.sin(angles)
    matrix[cosines, sines] = -np.sin(angles)
    matrix[cosines, cosines] = np.cos(angles)
    return matrix

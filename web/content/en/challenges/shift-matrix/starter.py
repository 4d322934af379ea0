import math


def shift_matrix(offset, d, base):
    matrix = [[0.0] * d for _ in range(d)]
    # Fill the block of each pair.
    return matrix

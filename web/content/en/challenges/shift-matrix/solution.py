import math


def shift_matrix(offset, d, base):
    matrix = [[0.0] * d for _ in range(d)]
    for k in range(d // 2):
        angle = offset / base ** (2 * k / d)
        sine = 2 * k
        cosine = 2 * k + 1
        matrix[sine][sine] = math.cos(angle)
        matrix[sine][cosine] = math.sin(angle)
        matrix[cosine][sine] = -math.sin(angle)
        matrix[cosine][cosine] = math.cos(angle)
    return matrix

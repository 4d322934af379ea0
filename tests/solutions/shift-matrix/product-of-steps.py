import math


def shift_matrix(offset, d, base):
    matrix = [[0.0] * d for _ in range(d)]
    for j in range(0, d, 2):
        rate = base ** (-j / d)
        whole, rest = offset // 7 * 7, offset % 7
        # A shift by the sum is one shift after the other.
        ca, sa = math.cos(whole * rate), math.sin(whole * rate)
        cb, sb = math.cos(rest * rate), math.sin(rest * rate)
        cosine, sine = ca * cb - sa * sb, sa * cb + ca * sb
        matrix[j][j] = matrix[j + 1][j + 1] = cosine
        matrix[j][j + 1], matrix[j + 1][j] = sine, -sine
    return matrix

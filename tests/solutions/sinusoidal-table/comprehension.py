from math import cos, sin


def sinusoidal_table(n, d, base):
    return [[(sin, cos)[j % 2](p / base ** (j // 2 * 2 / d)) for j in range(d)] for p in range(n)]

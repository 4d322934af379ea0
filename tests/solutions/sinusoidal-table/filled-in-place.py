import math


def sinusoidal_table(n, d, base):
    table = [[0.0] * d for _ in range(n)]
    rate = [math.exp(-math.log(base) * (j - j % 2) / d) for j in range(d)]
    for p in range(n):
        for j in range(0, d, 2):
            table[p][j] = math.sin(p * rate[j])
        for j in range(1, d, 2):
            table[p][j] = math.cos(p * rate[j])
    return table

import math


def sinusoidal_table(n, d, base):
    table = []
    for p in range(n):
        row = []
        for column in range(d):
            pair = column // 2
            angle = p / base ** (2 * pair / d)
            row.append(math.sin(angle) if column % 2 == 0 else math.cos(angle))
        table.append(row)
    return table

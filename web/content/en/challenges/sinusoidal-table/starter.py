import math


def sinusoidal_table(n, d, base):
    table = []
    for p in range(n):
        row = []
        # Fill the row of position p: d numbers.
        table.append(row)
    return table

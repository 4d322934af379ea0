import cmath


def sinusoidal_table(n, d, base):
    table = []
    for p in range(n):
        row = []
        for k in range((d + 1) // 2):
            z = cmath.exp(1j * p * base ** (-2 * k / d))
            row += [z.imag, z.real]
        table.append(tuple(row[:d]))
    return tuple(table)

import cmath


def rotary(x, positions, base):
    out = []
    for row, p in zip(x, positions):
        turned = []
        for k in range(len(row) // 2):
            z = complex(row[2 * k], row[2 * k + 1]) * cmath.exp(1j * p * base ** (-2 * k / len(row)))
            turned.extend((z.real, z.imag))
        out.append(turned)
    return out

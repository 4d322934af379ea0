import math


def rotary(x, positions, base):
    result = []
    for row, position in zip(x, positions):
        d = len(row)
        turned = []
        for k in range(d // 2):
            angle = position / base ** (2 * k / d)
            a = row[2 * k]
            b = row[2 * k + 1]
            turned.append(a * math.cos(angle) - b * math.sin(angle))
            turned.append(a * math.sin(angle) + b * math.cos(angle))
        result.append(turned)
    return result

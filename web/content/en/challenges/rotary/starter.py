import math


def rotary(x, positions, base):
    result = []
    for row, position in zip(x, positions):
        turned = []
        # Turn the pairs of this row.
        result.append(turned)
    return result

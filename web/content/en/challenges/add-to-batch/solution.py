import math


def position_row(p, d, base):
    row = []
    for column in range(d):
        pair = column // 2
        angle = p / base ** (2 * pair / d)
        row.append(math.sin(angle) if column % 2 == 0 else math.cos(angle))
    return row


def add_to_batch(x, start, base):
    batch = []
    for sequence in x:
        tokens = []
        for t, token in enumerate(sequence):
            row = position_row(start + t, len(token), base)
            tokens.append([value + code for value, code in zip(token, row)])
        batch.append(tokens)
    return batch

import math


def add_to_batch(x, start, base):
    batch = []
    for sequence in x:
        tokens = []
        for t, token in enumerate(sequence):
            # Append a new list: the token plus the row of its position.
            tokens.append(token)
        batch.append(tokens)
    return batch

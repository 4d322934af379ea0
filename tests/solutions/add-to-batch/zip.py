import math


def row_of(position, d, base):
    return [
        (math.cos if j % 2 else math.sin)(position / base ** ((j - j % 2) / d)) for j in range(d)
    ]


def add_to_batch(x, start, base):
    return [
        [
            [a + b for a, b in zip(row, row_of(start + t, len(row), base))]
            for t, row in enumerate(rows)
        ]
        for rows in x
    ]

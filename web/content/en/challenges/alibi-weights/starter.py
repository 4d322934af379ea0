import math


def alibi_weights(scores):
    weights = []
    for head, table in enumerate(scores):
        rows = []
        for query, row in enumerate(table):
            # Append the weights of this query: one for each key.
            rows.append([])
        weights.append(rows)
    return weights

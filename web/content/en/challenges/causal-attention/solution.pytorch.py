import torch


def position_rows(positions, d, base):
    pairs = torch.arange((d + 1) // 2, dtype=torch.float64)
    angles = positions.unsqueeze(1) / base ** (2 * pairs / d)
    rows = torch.empty(len(positions), d, dtype=torch.float64)
    rows[:, 0::2] = torch.sin(angles)
    rows[:, 1::2] = torch.cos(angles[:, : d // 2])  # an odd width has one cosine fewer
    return rows


def causal_attention(queries, keys, base):
    keys = torch.as_tensor(keys, dtype=torch.float64)
    n, d = keys.shape
    queries = torch.as_tensor(queries, dtype=torch.float64).reshape(-1, d)
    key_positions = torch.arange(n)
    query_positions = key_positions[n - len(queries) :]
    queries = queries + position_rows(query_positions, d, base)
    keys = keys + position_rows(key_positions, d, base)

    scores = queries @ keys.T / d**0.5
    blocked = key_positions > query_positions.unsqueeze(1)
    return torch.softmax(scores.masked_fill(blocked, float("-inf")), dim=1)

import torch


def sinusoidal_table(n, d, base):
    # Angles in float64: float32 would lose the position far from the start.
    positions = torch.arange(n, dtype=torch.float64).unsqueeze(1)
    pairs = torch.arange((d + 1) // 2, dtype=torch.float64)
    angles = positions / base ** (2 * pairs / d)

    table = torch.empty(n, d, dtype=torch.float64)
    table[:, 0::2] = torch.sin(angles)
    table[:, 1::2] = torch.cos(angles[:, : d // 2])  # an odd width has one cosine fewer
    return table.to(torch.float32)

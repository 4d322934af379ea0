import torch


def shift_matrix(offset, d, base):
    # Angles in float64: float32 would lose a large offset.
    pairs = torch.arange(d // 2, dtype=torch.float64)
    angles = offset / base ** (2 * pairs / d)
    cosines, sines = torch.cos(angles), torch.sin(angles)

    upper = torch.stack((cosines, sines), dim=-1)
    lower = torch.stack((-sines, cosines), dim=-1)
    blocks = torch.stack((upper, lower), dim=-2)  # [d/2, 2, 2]
    return torch.block_diag(*blocks).to(torch.float32)

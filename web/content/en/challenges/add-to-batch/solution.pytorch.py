import torch


def add_to_batch(x, start, base):
    x = torch.as_tensor(x, dtype=torch.float32)
    if x.numel() == 0:
        return x
    n, d = x.shape[1:]
    # Angles in float64: float32 would lose the position far from the start.
    positions = start + torch.arange(n, dtype=torch.float64).unsqueeze(1)
    pairs = torch.arange((d + 1) // 2, dtype=torch.float64)
    angles = positions / base ** (2 * pairs / d)

    pattern = torch.empty(n, d, dtype=torch.float64)
    pattern[:, 0::2] = torch.sin(angles)
    pattern[:, 1::2] = torch.cos(angles[:, : d // 2])  # an odd width has one cosine fewer
    return x + pattern.to(x.dtype)  # broadcast: the same rows for every sequence

import torch


def rotary(x, positions, base):
    # Angles in float64: float32 would lose the position far from the start.
    x = torch.as_tensor(x, dtype=torch.float64)
    if len(x) == 0:
        return x
    d = x.shape[1]
    pairs = torch.arange(d // 2, dtype=torch.float64)
    positions = torch.as_tensor(positions, dtype=torch.float64)
    angles = positions.unsqueeze(1) / base ** (2 * pairs / d)
    cosines, sines = torch.cos(angles), torch.sin(angles)
    a, b = x[:, 0::2], x[:, 1::2]

    turned = torch.stack((a * cosines - b * sines, a * sines + b * cosines), dim=-1)
    return turned.flatten(-2).to(torch.float32)

import math

import torch


def t5_bucket(offsets, bidirectional, buckets, max_distance):
    offsets = torch.as_tensor(offsets, dtype=torch.long)
    side = buckets // 2 if bidirectional else buckets
    exact = side // 2
    distances = offsets.abs() if bidirectional else (-offsets).clamp(min=0)
    first = side * (offsets > 0) if bidirectional else 0

    # Near distances do not use the logarithm; lifted to `exact`, they leave it finite.
    shares = torch.log(distances.clamp(min=exact) / exact) / math.log(max_distance / exact)
    far = (exact + (shares * (side - exact)).floor().long()).clamp(max=side - 1)
    return first + torch.where(distances < exact, distances, far)

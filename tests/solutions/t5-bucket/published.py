import math


def t5_bucket(offsets, bidirectional, buckets, max_distance):
    out = []
    for offset in offsets:
        ret = 0
        n = -offset
        count = buckets
        if bidirectional:
            count //= 2
            ret += count if n < 0 else 0
            n = abs(n)
        else:
            n = max(n, 0)
        exact = count // 2
        if n < exact:
            ret += n
        else:
            large = exact + int(math.log(n / exact) / math.log(max_distance / exact) * (count - exact))
            ret += min(large, count - 1)
        out.append(ret)
    return out

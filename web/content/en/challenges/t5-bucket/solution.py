import math


def t5_bucket(offsets, bidirectional, buckets, max_distance):
    side = buckets // 2 if bidirectional else buckets
    exact = side // 2
    found = []
    for offset in offsets:
        later = offset > 0
        distance = 0 if later and not bidirectional else abs(offset)
        first = side if later and bidirectional else 0
        if distance < exact:
            found.append(first + distance)
        else:
            share = math.log(distance / exact) / math.log(max_distance / exact)
            found.append(first + min(exact + int(share * (side - exact)), side - 1))
    return found

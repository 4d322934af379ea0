"""Writes the golden numbers: what the formulas give, independently of the core.

    /usr/bin/python3 tests/golden/golden.py

Needs mpmath and NumPy, and nothing else; neither the build nor the tests need Python. Every number
is computed with 60 digits (sums, exponentials and angles alike) or with whole numbers of any size,
and written with 17, which is a double exactly. Inputs that the core takes as float32 are whole
multiples of 2^-10, so both sides start from the same numbers. NumPy draws the inputs and
computes the published T5 and ALiBi code a second time.

Each file holds {"about": ..., <operation>: [case, ...]}; a case names its inputs as the core does.
"""

import json
import math
import pathlib
from fractions import Fraction

import mpmath
import numpy
from mpmath import mpf

mpmath.mp.dps = 60
FOLDER = pathlib.Path(__file__).parent
LAYOUTS = ("interleaved", "split")


def out(x):
    """A number of mpmath as the nearest double."""
    return float(x)


def outs(xs):
    return [outs(x) if isinstance(x, list) else out(x) for x in xs]


def write(name, about, **operations):
    """One case a line, so that a change shows as the cases that it changed."""
    lines = [f'{{\n"about": {json.dumps(about)}']
    for operation, cases in operations.items():
        rows = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
        lines.append(f'"{operation}": [\n{rows}\n]')
    (FOLDER / f"{name}.json").write_text(",\n".join(lines) + "\n}\n")


def draw(random, rows, cols, step=1024):
    """Inputs in -1..1, whole multiples of 1 / step."""
    return (random.integers(-step, step + 1, size=(rows, cols)) / step).tolist()


# ---- sinusoidal ----


def rate(k, width, base):
    return mpmath.exp(-mpf(2 * k) / width * mpmath.log(mpf(base)))


def cell(position, column, width, base, layout):
    sines = (width + 1) // 2
    if layout == "interleaved":
        k, sine = column // 2, column % 2 == 0
    else:
        k, sine = (column, True) if column < sines else (column - sines, False)
    angle = position * rate(k, width, base)
    return mpmath.sin(angle) if sine else mpmath.cos(angle)


def row(position, width, base, layout="interleaved"):
    return [cell(position, c, width, base, layout) for c in range(width)]


def sinusoidal(random):
    cases = []
    bases = [10000.0, 10000.0, 2.0, 1.0009765625, 123.25, 500000.0, 1e8]
    reaches = [8, 512, 8192, 10**6, 2**24, 2**31]
    for i in range(84):
        width = int(random.integers(1, 600))
        position = 2**31 - 1 - i if i < 4 else int(random.integers(0, reaches[i % len(reaches)]))
        base = bases[i % len(bases)]
        layout = LAYOUTS[i // 2 % 2]
        columns = sorted({0, width - 1, *(int(c) for c in random.integers(0, width, 6))})
        values = [out(cell(position, c, width, base, layout)) for c in columns]
        cases.append(dict(position=position, width=width, base=base, layout=layout,
                          columns=columns, values=values))
    write("sinusoidal", "PE[position][column] = sin or cos of position / base^(2k / width)",
          sinusoidal=cases)


def geometry(random):
    similarity = []
    for width, base, distances in [(4, 10000.0, 40), (64, 10000.0, 40), (8, 10000.0, 8),
                                   (512, 10000.0, 50), (2, 10000.0, 720), (30, 7.5, 600)]:
        rates = [rate(k, width, base) for k in range(width // 2)]
        values = [out(mpmath.fsum(mpmath.cos(n * r) for r in rates)) for n in range(distances)]
        similarity.append(dict(width=width, base=base, values=values))

    shift = []
    for i in range(16):
        width = 2 * int(random.integers(1, 5))
        base = [10000.0, 3.0, 1e6][i % 3]
        layout = LAYOUTS[i % 2]
        offset = [0, 1, -1, 7, -622, 2**31 - 1, 1 - 2**31][i] if i < 7 else int(
            random.integers(-10**6, 10**6))
        matrix = [[mpf(0)] * width for _ in range(width)]
        for k in range(width // 2):
            angle = offset * rate(k, width, base)
            s, c = (2 * k, 2 * k + 1) if layout == "interleaved" else (k, width // 2 + k)
            matrix[s][s] = matrix[c][c] = mpmath.cos(angle)
            matrix[s][c] = mpmath.sin(angle)
            matrix[c][s] = -mpmath.sin(angle)
        # The claim itself, at a position of its own: M PE[p] = PE[p + offset].
        p = int(random.integers(2**31, 2**32))
        before, after = row(p, width, base, layout), row(p + offset, width, base, layout)
        for r in range(width):
            moved = mpmath.fsum(matrix[r][c] * before[c] for c in range(width))
            assert abs(moved - after[r]) < mpf(10) ** -40
        shift.append(dict(offset=offset, width=width, base=base, layout=layout,
                          matrix=outs(matrix)))

    periods = []
    for width, base in [(1, 10000.0), (4, 10000.0), (5, 2.0), (512, 10000.0), (64, 500000.0)]:
        turns = [2 * mpmath.pi / rate(k, width, base) for k in range((width + 1) // 2)]
        periods.append(dict(width=width, base=base, values=outs(turns)))

    closest = []
    for positions, width, base in [(1500, 4, 10000.0), (2, 4, 10000.0), (1000, 2, 10000.0),
                                   (300, 64, 10000.0), (400, 6, 20.0)]:
        rates = [rate(k, width, base) for k in range(width // 2)]
        gaps = [mpmath.sqrt(mpmath.fsum((2 * mpmath.sin(q * r / 2)) ** 2 for r in rates))
                for q in range(1, positions)]
        best = min(range(len(gaps)), key=lambda i: gaps[i])
        closest.append(dict(positions=positions, width=width, base=base, second=best + 1,
                            distance=out(gaps[best])))
    write("sinusoidal-geometry", "what the sinusoidal code says about pairs of positions",
          similarity=similarity, shift=shift, periods=periods, closest=closest)


# ---- the other schemes ----


def alibi_slopes(heads):
    def power(n):
        return [mpf(2) ** (-mpf(8) * (i + 1) / n) for i in range(n)]

    lower = 1 << (heads.bit_length() - 1)
    return power(lower) + power(2 * lower)[0::2][: heads - lower]


def published_alibi_slopes(n):
    """As in the published code, in floating point."""
    def power(m):
        start = 2 ** (-(2 ** -(math.log2(m) - 3)))
        return [start * start**i for i in range(m)]

    if math.log2(n).is_integer():
        return power(n)
    closest = 2 ** math.floor(math.log2(n))
    return power(closest) + published_alibi_slopes(2 * closest)[0::2][: n - closest]


def alibi():
    cases = []
    for heads in range(1, 49):
        slopes = outs(alibi_slopes(heads))
        assert numpy.allclose(slopes, published_alibi_slopes(heads), rtol=1e-13)
        cases.append(dict(heads=heads, slopes=slopes))
    write("alibi", "ALiBi's slopes for any number of heads", slopes=cases)


def t5_bucket(offset, bidirectional, buckets, max_distance):
    """The published rule; the floor of the logarithm by whole numbers alone."""
    side = buckets // 2 if bidirectional else buckets
    upper = side if bidirectional and offset > 0 else 0
    n = abs(offset) if bidirectional else -min(offset, 0)
    e = side // 2
    if n < e:
        return upper + n
    m = side - e
    low, high = 0, m - 1  # largest t <= m - 1 with n^m >= max_distance^t e^(m - t)
    power = n**m
    while low < high:
        t = (low + high + 1) // 2
        if power >= max_distance**t * e ** (m - t):
            low = t
        else:
            high = t - 1
    return upper + e + low


def logarithmic_bucket(offset, bidirectional, buckets, max_distance):
    """The same by the formula as published, the logarithms with 60 digits."""
    side = buckets // 2 if bidirectional else buckets
    upper = side if bidirectional and offset > 0 else 0
    n = abs(offset) if bidirectional else -min(offset, 0)
    e = side // 2
    if n < e:
        return upper + n
    share = mpmath.log(mpf(n) / e) / mpmath.log(mpf(max_distance) / e) * (side - e)
    return upper + min(side - 1, e + int(mpmath.floor(share + mpf(10) ** -45)))


def t5(random):
    cases = []
    specs = [(32, 128, True), (32, 128, False), (16, 16, True), (16, 16, False), (2, 2, False),
             (4, 2, True), (4, 200, False), (7, 7203, False), (64, 1000, True),
             (320, 800, True), (33, 2**30, False), (100, 2**20, True), (1024, 2**30, False),
             (1024, 513, False), (1023, 10**6, False),
             # Limits that are whole numbers, where a double's power comes out above or below, and
             # one where the two powers differ in length.
             (9, 972, False), (9, 12500, False), (192, 95332051, False)]
    for buckets, max_distance, bidirectional in specs:
        side = buckets // 2 if bidirectional else buckets
        of = lambda offset: t5_bucket(offset, bidirectional, buckets, max_distance)
        offsets = {0, 1, -1, 5, max_distance, -max_distance, -max_distance + 1, -(2**31),
                   2**31 - 1}
        for bucket in range(1, side):  # where each bucket begins, and the distance before
            low, high = 0, max_distance
            while low < high:
                middle = (low + high) // 2
                low, high = (low, middle) if of(-middle) >= bucket else (middle + 1, high)
            if side < 200 or bucket % 16 == 0 or bucket > side - 3:
                offsets |= {-low, 1 - low}
                if bidirectional:
                    offsets |= {low, low - 1}
        offsets |= {int(n) for n in random.integers(-max_distance, max_distance, 12)}
        offsets = sorted(offsets)
        found = [of(offset) for offset in offsets]
        assert found == [logarithmic_bucket(o, bidirectional, buckets, max_distance)
                         for o in offsets]
        cases.append(dict(buckets=buckets, max_distance=max_distance,
                          bidirectional=bidirectional, offsets=offsets, values=found))
    write("t5", "T5's bucket of each offset key - query", buckets=cases)


def rotary_rates(width, base, scaling="none", factor=1.0, trained=0, fast_turns=32.0,
                 slow_turns=1.0, attention_factor=0.0):
    pairs = width // 2
    base, s = mpf(base), mpf(factor)
    if scaling == "ntk":
        base = base * s ** (mpf(width) / (width - 2))
    rates = [rate(k, width, base) for k in range(pairs)]
    if scaling == "linear":
        return [r / s for r in rates], mpf(1)
    if scaling != "yarn":
        return rates, mpf(1)

    def pair_of(turns):
        return width * mpmath.log(trained / (turns * 2 * mpmath.pi)) / (2 * mpmath.log(base))

    low = max(mpmath.floor(pair_of(mpf(fast_turns))), 0)
    high = min(mpmath.ceil(pair_of(mpf(slow_turns))), width - 1)
    if low == high:
        high += mpf("0.001")
    ramps = [min(max((k - low) / (high - low), mpf(0)), mpf(1)) for k in range(pairs)]
    rates = [r / s * ramp + r * (1 - ramp) for r, ramp in zip(rates, ramps)]
    return rates, mpf(attention_factor) if attention_factor else mpf("0.1") * mpmath.log(s) + 1


def rotated(x, position, rates, factor, layout, width):
    """One head; pairs beyond the rates pass."""
    y = [mpf(v) for v in x]
    pairs = len(rates)
    for k, r in enumerate(rates):
        a, b = (2 * k, 2 * k + 1) if layout == "interleaved" else (k, k + pairs)
        c, s = mpmath.cos(position * r), mpmath.sin(position * r)
        y[a], y[b] = factor * (x[a] * c - x[b] * s), factor * (x[a] * s + x[b] * c)
    return y


def rotary(random):
    rates = []
    specs = [dict(width=4), dict(width=8), dict(width=64, base=500000.0), dict(width=128),
             dict(width=2, base=100.0), dict(width=64, scaling="linear", factor=4.0),
             dict(width=10, scaling="linear", factor=2.5),
             dict(width=64, scaling="ntk", factor=8.0), dict(width=4, scaling="ntk", factor=2.0),
             dict(width=128, scaling="yarn", factor=16.0, trained=4096),
             dict(width=64, scaling="yarn", factor=64.0, trained=2048, attention_factor=1.0),
             dict(width=96, base=500000.0, scaling="yarn", factor=2.5, trained=8192,
                  fast_turns=16.0, slow_turns=2.0),
             dict(width=32, scaling="yarn", factor=4.0, trained=8),
             dict(width=16, scaling="yarn", factor=1.0, trained=512)]
    for spec in specs:
        spec = dict(dict(base=10000.0, scaling="none", factor=1.0, trained=0, fast_turns=32.0,
                         slow_turns=1.0, attention_factor=0.0), **spec)
        values, factor = rotary_rates(**spec)
        rates.append(dict(spec, rates=outs(values), factor_of_turned=out(factor)))

    vectors = []
    for i in range(20):
        width = 2 * int(random.integers(2, 9))
        turned = width if i % 3 else 2 * int(random.integers(1, width // 2 + 1))
        spec = dict(base=[10000.0, 50.0][i % 2], scaling="none", factor=1.0, trained=0,
                    attention_factor=0.0)
        if i % 5 == 4 and turned > 2:
            spec.update(scaling=["linear", "ntk", "yarn"][i // 5 % 3], factor=4.0, trained=256)
        x = draw(random, 1, width)[0]
        position = 2**31 - 1 if i == 0 else int(random.integers(0, [10, 5000, 10**8][i % 3]))
        layout = LAYOUTS[i % 2]
        values, factor = rotary_rates(turned, **spec)
        vectors.append(dict(spec, width=width, rotated=turned, layout=layout, position=position,
                            x=x, values=outs(rotated(x, position, values, factor, layout, width))))
    write("rotary", "rates of rotary pairs and turned vectors", rates=rates, vectors=vectors)


def exact(rows):
    return [[Fraction(x) for x in r] for r in rows]


def dot(a, b):
    return sum((x * y for x, y in zip(a, b)), a[0] * 0)


def shaw_row(i, j, queries, keys, clip):
    return max(-clip, min(clip, j - (keys - queries + i))) + clip


def relative(random):
    shaw, transformer_xl = [], []
    for queries, keys, clip, width in [(3, 3, 2, 4), (2, 5, 1, 3), (1, 4, 6, 2), (4, 4, 0, 2)]:
        q, table = draw(random, queries, width), draw(random, 2 * clip + 1, width)
        weights, values = draw(random, queries, keys), draw(random, 2 * clip + 1, width)
        fq, ft, fw, fv = exact(q), exact(table), exact(weights), exact(values)
        rows = [[shaw_row(i, j, queries, keys, clip) for j in range(keys)]
                for i in range(queries)]
        scores = [[out(dot(fq[i], ft[r])) for r in rows[i]] for i in range(queries)]
        mixed = [[out(sum(fw[i][j] * fv[rows[i][j]][c] for j in range(keys)))
                  for c in range(width)] for i in range(queries)]
        shaw.append(dict(clip=clip, keys=keys, queries=q, key_table=table, weights=weights,
                         value_table=values, rows=rows, scores=scores, mixed=mixed))
    for queries, keys, width, base, layout in [(3, 3, 4, 10000.0, "interleaved"),
                                               (2, 5, 5, 30.0, "split"),
                                               (1, 4, 2, 10000.0, "split")]:
        q, k = draw(random, queries, width), draw(random, keys, width)
        u, v = draw(random, 1, width), draw(random, 1, width)
        codes = [row(keys - 1 - r, width, base, layout) for r in range(keys + queries - 1)]
        mq, mk = [[mpf(x) for x in r] for r in q], [[mpf(x) for x in r] for r in k]
        place = lambda i, j: keys - 1 - (keys - queries + i - j)
        grid = lambda f: [[out(f(i, j)) for j in range(keys)] for i in range(queries)]
        mu, mv = [mpf(x) for x in u[0]], [mpf(x) for x in v[0]]
        transformer_xl.append(dict(
            base=base, layout=layout, queries=q, keys=k, content_bias=u, distance_bias=v,
            distances=outs(codes), content=grid(lambda i, j: dot(mq[i], mk[j])),
            distance=grid(lambda i, j: dot(mq[i], codes[place(i, j)])),
            from_content_bias=grid(lambda i, j: dot(mu, mk[j])),
            from_distance_bias=grid(lambda i, j: dot(mv, codes[place(i, j)]))))
    write("relative", "Shaw's and Transformer-XL's parts of score and output",
          shaw=shaw, transformer_xl=transformer_xl)


# ---- attention ----


def softmax(scores):
    allowed = [s for s in scores if s is not None]
    top = max(allowed)
    powers = [mpf(0) if s is None else mpmath.exp(s - top) for s in scores]
    total = mpmath.fsum(powers)
    return [p / total for p in powers]


def attend(q, k, v, heads, mask, scheme, given):
    """Weights [heads][q][k] and output [q][columns]; q, k, v are rows of all heads."""
    queries, keys, width = len(q), len(k), len(q[0]) // heads
    value_width = len(v[0]) // heads
    scale = 1 / mpmath.sqrt(mpf(width))
    weights, output = [], [[] for _ in range(queries)]
    for h in range(heads):
        columns = slice(h * width, (h + 1) * width)
        hq = [[mpf(x) for x in r[columns]] for r in q]
        hk = [[mpf(x) for x in r[columns]] for r in k]
        hv = [[mpf(x) for x in r[h * value_width:(h + 1) * value_width]] for r in v]
        first = keys - queries
        if scheme == "added":
            hq = [[a + mpf(b) for a, b in zip(r, t[columns])]
                  for r, t in zip(hq, given["query_positions"])]
            hk = [[a + mpf(b) for a, b in zip(r, t[columns])]
                  for r, t in zip(hk, given["key_positions"])]
        if scheme == "rotary":
            rates, _ = rotary_rates(width, given["base"])
            turn = lambda r, p: rotated(r, p, rates, mpf(1), given["layout"], width)
            hq = [turn(r, first + i) for i, r in enumerate(hq)]
            hk = [turn(r, j) for j, r in enumerate(hk)]
        rows = []
        for i in range(queries):
            p = first + i
            scores = []
            for j in range(keys):
                if mask == "causal" and j > p:
                    scores.append(None)
                    continue
                product = dot(hq[i], hk[j])
                if scheme == "shaw":
                    vector = given["key_table"][shaw_row(i, j, queries, keys, given["clip"])]
                    product += dot(hq[i], [mpf(x) for x in vector])
                if scheme == "transformer_xl":
                    code = [mpf(x) for x in given["distances"][keys - 1 - (p - j)][columns]]
                    u = [mpf(x) for x in given["content_bias"][0][columns]]
                    b = [mpf(x) for x in given["distance_bias"][0][columns]]
                    product += dot(hq[i], code) + dot(u, hk[j]) + dot(b, code)
                score = product * scale
                if scheme == "alibi":
                    score -= alibi_slopes(heads)[h] * abs(j - p)
                if scheme == "t5":
                    bucket = t5_bucket(j - p, given["bidirectional"], given["buckets"],
                                       given["max_distance"])
                    score += mpf(given["table"][bucket][h])
                scores.append(score)
            rows.append(softmax(scores))
            mixed = [mpmath.fsum(rows[i][j] * hv[j][c] for j in range(keys))
                     for c in range(value_width)]
            if scheme == "shaw":
                for j in range(keys):
                    vector = given["value_table"][shaw_row(i, j, queries, keys, given["clip"])]
                    mixed = [m + rows[i][j] * mpf(x) for m, x in zip(mixed, vector)]
            output[i].extend(mixed)
        weights.append(rows)
    return outs(weights), outs(output)


def attention(random):
    cases = []

    def add(name, q, k, v, heads, mask, scheme, **given):
        weights, output = attend(q, k, v, heads, mask, scheme, given)
        cases.append(dict(name=name, heads=heads, mask=mask, scheme=scheme, queries=q, keys=k,
                          values=v, weights=weights, output=output, **given))

    # The lesson's three tokens: red, blue, red.
    tokens = [[1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0]]
    codes = [outs(row(p, 4, 10000.0)) for p in range(3)]
    for mask in ("none", "causal"):
        add("red blue red, positions off", tokens, tokens, tokens, 1, mask, "none")
        add("red blue red, positions on", tokens, tokens, tokens, 1, mask, "added",
            query_positions=codes, key_positions=codes)

    for queries, keys, heads, width, value_width in [(4, 4, 2, 4, 3), (2, 6, 3, 2, 2)]:
        columns = heads * width
        for mask in ("none", "causal"):
            base = (draw(random, queries, columns), draw(random, keys, columns),
                    draw(random, keys, heads * value_width), heads, mask)
            add("random", *base, "none")
            add("random", *base, "added", query_positions=draw(random, queries, columns),
                key_positions=draw(random, keys, columns))
            for layout in LAYOUTS:
                add("random", *base, "rotary", base=10000.0, layout=layout)
            add("random", *base, "alibi")
            buckets = 8 if mask == "none" else 4
            add("random", *base, "t5", buckets=buckets, max_distance=5,
                bidirectional=mask == "none", table=draw(random, buckets, heads))
            add("random", *base, "shaw", clip=2, key_table=draw(random, 5, width),
                value_table=draw(random, 5, value_width))
            add("random", *base, "transformer_xl",
                distances=draw(random, keys + queries - 1, columns),
                content_bias=draw(random, 1, columns), distance_bias=draw(random, 1, columns))
    write("attention", "attention weights and output under every position scheme",
          attention=cases)


def main():
    random = numpy.random.default_rng(20170612)
    sinusoidal(random)
    geometry(random)
    alibi()
    t5(random)
    rotary(random)
    relative(random)
    attention(random)


if __name__ == "__main__":
    main()

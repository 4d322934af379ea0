const t5Bucket = (offsets, both, buckets, far) =>
  offsets.map((offset) => {
    const side = both ? buckets / 2 : buckets;
    const e = side >> 1;
    const m = both ? Math.abs(offset) : Math.max(-offset, 0);
    const inside =
      m < e ? m : Math.min(side - 1, e + Math.floor(((side - e) * Math.log2(m / e)) / Math.log2(far / e)));
    return inside + (both && offset > 0 ? side : 0);
  });

// The smallest distance of every bucket, counted up.
function t5Bucket(offsets, bidirectional, buckets, maxDistance) {
  const side = bidirectional ? buckets / 2 : buckets;
  const exact = Math.floor(side / 2);
  return offsets.map((offset) => {
    const ahead = offset > 0;
    if (ahead && !bidirectional) return 0;
    const m = Math.abs(offset);
    let bucket = Math.min(m, exact);
    while (bucket >= exact && bucket < side - 1 && m >= exact * (maxDistance / exact) ** ((bucket + 1 - exact) / (side - exact)) * (1 - 1e-12)) bucket++;
    return bucket + (ahead ? side : 0);
  });
}

function t5Bucket(offsets, bidirectional, buckets, maxDistance) {
  const side = bidirectional ? buckets / 2 : buckets;
  const exact = Math.floor(side / 2);
  return offsets.map((offset) => {
    const later = offset > 0;
    const distance = later && !bidirectional ? 0 : Math.abs(offset);
    const first = later && bidirectional ? side : 0;
    if (distance < exact) return first + distance;
    const share = Math.log(distance) / Math.log(maxDistance / exact);
    return first + Math.min(exact + Math.floor(share * (side - exact)), side - 1);
  });
}

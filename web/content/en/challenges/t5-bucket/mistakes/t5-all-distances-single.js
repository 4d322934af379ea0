function t5Bucket(offsets, bidirectional, buckets, maxDistance) {
  const side = bidirectional ? buckets / 2 : buckets;
  return offsets.map((offset) => {
    const later = offset > 0;
    const distance = later && !bidirectional ? 0 : Math.abs(offset);
    const first = later && bidirectional ? side : 0;
    return first + Math.min(distance, side - 1);
  });
}

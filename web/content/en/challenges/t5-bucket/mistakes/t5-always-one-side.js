function t5Bucket(offsets, bidirectional, buckets, maxDistance) {
  const side = buckets;
  const exact = Math.floor(side / 2);
  return offsets.map((offset) => {
    const distance = Math.max(-offset, 0);
    if (distance < exact) return distance;
    const share = Math.log(distance / exact) / Math.log(maxDistance / exact);
    return Math.min(exact + Math.floor(share * (side - exact)), side - 1);
  });
}

function t5Bucket(offsets, bidirectional, buckets, maxDistance) {
  return offsets.map((offset) => {
    // Find the bucket of this offset.
    return 0;
  });
}

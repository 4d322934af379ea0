function shiftMatrix(offset, d, base) {
  const matrix = Array.from({ length: d }, () => new Array(d).fill(0));
  // Fill the block of each pair.
  return matrix;
}

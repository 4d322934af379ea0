function shiftMatrix(offset, d, base) {
  const matrix = Array.from({ length: d }, () => new Array(d).fill(0));
  for (let k = 0; 2 * k < d; k++) {
    const upper = offset / base ** ((2 * k) / d);
    const lower = offset / base ** ((2 * k + 1) / d);
    const sine = 2 * k;
    const cosine = 2 * k + 1;
    matrix[sine][sine] = Math.cos(upper);
    matrix[sine][cosine] = Math.sin(upper);
    matrix[cosine][sine] = -Math.sin(lower);
    matrix[cosine][cosine] = Math.cos(lower);
  }
  return matrix;
}

function shiftMatrix(offset, d, base) {
  const matrix = Array.from({ length: d }, () => new Array(d).fill(0));
  for (let k = 0; 2 * k < d; k++) {
    const angle = ((offset / base ** ((2 * k) / d)) * Math.PI) / 180;
    const sine = 2 * k;
    const cosine = 2 * k + 1;
    matrix[sine][sine] = Math.cos(angle);
    matrix[sine][cosine] = Math.sin(angle);
    matrix[cosine][sine] = -Math.sin(angle);
    matrix[cosine][cosine] = Math.cos(angle);
  }
  return matrix;
}

function shiftMatrix(offset, d, base) {
  const rows = [];
  for (let r = 0; r < d; r++) {
    const row = new Float64Array(d);
    const angle = offset / Math.exp(((r - (r % 2)) / d) * Math.log(base));
    row[r] = Math.cos(angle);
    row[r ^ 1] = r % 2 ? -Math.sin(angle) : Math.sin(angle);
    rows.push(row);
  }
  return rows;
}

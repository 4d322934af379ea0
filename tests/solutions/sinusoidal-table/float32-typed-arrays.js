function sinusoidalTable(n, d, base) {
  const rows = [];
  for (let p = 0; p < n; p++) {
    const row = new Float32Array(d);
    for (let j = 0; j < d; j++) {
      const rate = Math.fround(base ** (-(j - (j % 2)) / d));
      row[j] = j % 2 ? Math.cos(Math.fround(p * rate)) : Math.sin(Math.fround(p * rate));
    }
    rows.push(row);
  }
  return rows;
}

function sinusoidalTable(n, d, base) {
  const table = [];
  for (let p = 0; p < n; p++) {
    const row = new Float64Array(d);
    for (let i = 0; i < d; i += 2) {
      const angle = p / base ** (i / d);
      row.set([Math.sin(angle), Math.cos(angle)], i);
    }
    table.push(row);
  }
  return table;
}

function sinusoidalTable(n, d, base) {
  const table = [];
  for (let p = 0; p < n; p++) {
    const row = [];
    for (let i = 0; i < d; i += 2) {
      row.push(Math.sin(p / base ** ((2 * i) / d)));
      if (i + 1 < d) row.push(Math.cos(p / base ** ((2 * (i + 1)) / d)));
    }
    table.push(row);
  }
  return table;
}

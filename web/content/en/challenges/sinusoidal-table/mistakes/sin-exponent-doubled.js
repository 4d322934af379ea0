function sinusoidalTable(n, d, base) {
  const table = [];
  for (let p = 0; p < n; p++) {
    const row = [];
    for (let i = 0; i < d; i += 2) {
      const angle = p / base ** ((2 * i) / d);
      row.push(Math.sin(angle));
      if (i + 1 < d) row.push(Math.cos(angle));
    }
    table.push(row);
  }
  return table;
}

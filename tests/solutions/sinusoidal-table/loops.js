function sinusoidalTable(n, d, base) {
  const table = [];
  for (let p = 0; p < n; p++) {
    const row = [];
    for (let k = 0; 2 * k < d; k++) {
      const angle = p / Math.pow(base, (2 * k) / d);
      row.push(Math.sin(angle));
      if (2 * k + 1 < d) row.push(Math.cos(angle));
    }
    table.push(row);
  }
  return table;
}

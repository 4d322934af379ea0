function sinusoidalTable(n, d, base) {
  const table = [];
  for (let p = 0; p < n; p++) {
    const row = [];
    for (let k = 0; 2 * k < d; k++) {
      const angle = p / base ** ((2 * k) / d);
      row.push(Math.sin(angle));
      row.push(Math.cos(angle));
    }
    table.push(row);
  }
  return table;
}

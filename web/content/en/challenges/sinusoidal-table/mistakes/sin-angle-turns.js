function sinusoidalTable(n, d, base) {
  const table = [];
  for (let p = 0; p < n; p++) {
    const row = [];
    for (let column = 0; column < d; column++) {
      const pair = Math.floor(column / 2);
      const angle = (2 * Math.PI * p) / base ** ((2 * pair) / d);
      row.push(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
    }
    table.push(row);
  }
  return table;
}

function sinusoidalTable(n, d, base) {
  let p = 0;
  const table = [];
  for (let i = 0; i < n; i++) {
    const row = [];
    for (let column = 0; column < d; column++) {
      const angle = p / base ** ((2 * Math.floor(column / 2)) / d);
      row.push(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
    }
    table.push(row);
  }
  return table;
}

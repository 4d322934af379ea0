function sinusoidalTable(n, d, base) {
  const table = Array.from({ length: n }, () => new Array(d).fill(0));
  for (const [p, row] of table.entries()) {
    for (let column of row) {
      column = Math.sin(p / base ** ((2 * column) / d));
    }
  }
  return table;
}

function sinusoidalTable(n, d, base) {
  const table = Array.from({ length: d }, () => new Array(n).fill(0));
  for (let p = 0; p < n; p++) {
    for (let column = 0; column < d; column++) {
      const angle = p / base ** ((2 * Math.floor(column / 2)) / d);
      table[p][column] = column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }
  }
  return table;
}

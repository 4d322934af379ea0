function sinusoidalTable(n, d, base) {
  const rates = [];
  for (let k = Math.ceil(d / 2) - 1; k >= 0; k--) {
    rates.push(1 / base ** ((2 * k) / d));
  }
  const table = [];
  for (let p = 0; p < n; p++) {
    const row = [];
    for (let column = 0; column < d; column++) {
      const angle = p * rates[Math.floor(column / 2)];
      row.push(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
    }
    table.push(row);
  }
  return table;
}

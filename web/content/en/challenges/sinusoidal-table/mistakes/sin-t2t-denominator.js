function sinusoidalTable(n, d, base) {
  const steps = d / 2 - 1 || 1;
  const step = Math.log(base) / steps;
  const table = [];
  for (let p = 0; p < n; p++) {
    const row = [];
    for (let column = 0; column < d; column++) {
      const angle = p * Math.exp(-Math.floor(column / 2) * step);
      row.push(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
    }
    table.push(row);
  }
  return table;
}

function sinusoidalTable(n, d, base) {
  const table = [];
  for (let p = 0; p < n; p++) {
    const row = [];
    // Fill the row of position p: d numbers.
    table.push(row);
  }
  return table;
}

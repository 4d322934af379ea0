// Rows h .. 2h - 1 are rows 0 .. h - 1 turned by h positions.
function sinusoidalTable(n, d, base) {
  if (n === 0) return [];
  const width = d + (d % 2);
  const first = Array.from({ length: width }, (_, j) => j % 2);
  const turn = (row, p) =>
    row.map((x, j) => {
      const angle = p / base ** ((j - (j % 2)) / d);
      return j % 2
        ? x * Math.cos(angle) - row[j - 1] * Math.sin(angle)
        : x * Math.cos(angle) + row[j + 1] * Math.sin(angle);
    });
  const grow = (rows) =>
    rows.length >= n ? rows : grow([...rows, ...rows.map((row) => turn(row, rows.length))]);
  return grow([first]).slice(0, n).map((row) => row.slice(0, d));
}

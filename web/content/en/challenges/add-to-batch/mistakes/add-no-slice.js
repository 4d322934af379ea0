function positionRow(position, d, base) {
  const row = [];
  for (let column = 0; column < d; column++) {
    const angle = position / base ** ((2 * Math.floor(column / 2)) / d);
    row.push(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
  }
  return row;
}

function addToBatch(x, start, base) {
  if (x.length === 0 || x[0].length === 0) return x;
  const d = x[0][0].length;
  const table = [];
  for (let t = 0; t < 8; t++) table.push(positionRow(start + t, d, base));
  return x.map((sequence) =>
    table.map((row, t) => row.map((code, column) => (sequence[t]?.[column] ?? 0) + code)),
  );
}

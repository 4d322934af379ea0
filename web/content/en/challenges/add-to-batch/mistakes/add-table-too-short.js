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
  for (let position = 0; position < 512; position++) table.push(positionRow(position, d, base));
  return x.map((sequence) =>
    sequence.map((token, t) => {
      const row = table[start + t];
      return token.map((value, column) => value + row[column]);
    }),
  );
}

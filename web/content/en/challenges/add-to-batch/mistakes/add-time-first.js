function positionRow(position, d, base) {
  const row = [];
  for (let column = 0; column < d; column++) {
    const angle = position / base ** ((2 * Math.floor(column / 2)) / d);
    row.push(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
  }
  return row;
}

function addToBatch(x, start, base) {
  const n = x.length === 0 ? 0 : x[0].length;
  return Array.from({ length: n }, (_, t) =>
    x.map((sequence) => {
      const row = positionRow(start + t, sequence[t].length, base);
      return sequence[t].map((value, column) => value + row[column]);
    }),
  );
}

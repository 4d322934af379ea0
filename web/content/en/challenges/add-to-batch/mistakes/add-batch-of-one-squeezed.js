function positionRow(position, d, base) {
  const row = [];
  for (let column = 0; column < d; column++) {
    const angle = position / base ** ((2 * Math.floor(column / 2)) / d);
    row.push(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
  }
  return row;
}

function addToBatch(x, start, base) {
  const sums = x.map((sequence) =>
    sequence.map((token, t) => {
      const row = positionRow(start + t, token.length, base);
      return token.map((value, column) => value + row[column]);
    }),
  );
  return sums.length === 1 ? sums[0] : sums;
}

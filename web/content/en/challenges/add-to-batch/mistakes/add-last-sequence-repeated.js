function positionRow(position, d, base) {
  const row = [];
  for (let column = 0; column < d; column++) {
    const angle = position / base ** ((2 * Math.floor(column / 2)) / d);
    row.push(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
  }
  return row;
}

function addToBatch(x, start, base) {
  const sums = x.length === 0 ? [] : x[0].map(() => []);
  return x.map((sequence) => {
    sequence.forEach((token, t) => {
      const row = positionRow(start + t, token.length, base);
      sums[t] = token.map((value, column) => value + row[column]);
    });
    return sums;
  });
}

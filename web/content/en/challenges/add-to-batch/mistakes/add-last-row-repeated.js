function positionRow(position, d, base) {
  const row = [];
  for (let column = 0; column < d; column++) {
    const angle = position / base ** ((2 * Math.floor(column / 2)) / d);
    row.push(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
  }
  return row;
}

function addToBatch(x, start, base) {
  return x.map((sequence) => {
    const sum = [];
    return sequence.map((token, t) => {
      const row = positionRow(start + t, token.length, base);
      token.forEach((value, column) => (sum[column] = value + row[column]));
      return sum;
    });
  });
}

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
    if (sequence.length === 0) return [];
    const d = sequence[0].length;
    const rows = sequence.map((_, t) => positionRow(start + t, d, base));
    return Array.from({ length: d }, (_, column) =>
      sequence.map((token, t) => token[column] + rows[t][column]),
    );
  });
}

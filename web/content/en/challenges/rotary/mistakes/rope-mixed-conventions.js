function rotary(x, positions, base) {
  return x.map((row, i) => {
    const d = row.length;
    const half = d / 2;
    return row.map((value, column) => {
      const angle = positions[i] / base ** ((2 * Math.floor(column / 2)) / d);
      const partner = column < half ? -row[column + half] : row[column - half];
      return value * Math.cos(angle) + partner * Math.sin(angle);
    });
  });
}

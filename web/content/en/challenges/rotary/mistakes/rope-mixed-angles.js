function rotary(x, positions, base) {
  return x.map((row, i) => {
    const half = row.length / 2;
    return row.map((value, column) => {
      const angle = positions[i] / base ** ((column % half) / half);
      const partner = column % 2 === 0 ? -row[column + 1] : row[column - 1];
      return value * Math.cos(angle) + partner * Math.sin(angle);
    });
  });
}

function addToBatch(x, start, base) {
  const table = [];
  const n = x.length === 0 ? 0 : x[0].length;
  for (let t = 0; t < n; t++) {
    table.push(
      x[0][t].map((_, column) => {
        const angle = (start + t) / base ** ((2 * Math.floor(column / 2)) / x[0][t].length);
        return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
      }),
    );
  }
  return x;
}

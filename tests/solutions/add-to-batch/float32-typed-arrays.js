function addToBatch(x, start, base) {
  return x.map((rows) =>
    rows.map((row, t) =>
      Float32Array.from(row, (cell, j) => {
        const angle = (start + t) / base ** ((2 * Math.floor(j / 2)) / row.length);
        return cell + (j % 2 ? Math.cos(angle) : Math.sin(angle));
      }),
    ),
  );
}

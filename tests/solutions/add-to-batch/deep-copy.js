function addToBatch(x, start, base) {
  const copy = JSON.parse(JSON.stringify(x));
  for (const rows of copy) {
    rows.forEach((row, t) => {
      for (let k = 0; 2 * k < row.length; k++) {
        const angle = (start + t) / Math.pow(base, (2 * k) / row.length);
        row[2 * k] += Math.sin(angle);
        if (2 * k + 1 < row.length) row[2 * k + 1] += Math.cos(angle);
      }
    });
  }
  return copy;
}

function alibiWeights(scores) {
  const heads = scores.length;
  let lower = 1;
  while (lower * 2 <= heads) lower *= 2;
  const slope = (h) =>
    h < lower ? Math.pow(0.5, (8 * (h + 1)) / lower) : Math.pow(0.5, (8 * (2 * (h - lower) + 1)) / (2 * lower));
  return scores.map((table, h) =>
    table.map((row, i) => {
      const b = Float64Array.from(row, (s, j) => (j <= i ? s - slope(h) * Math.abs(i - j) : -Infinity));
      const top = Math.max(...b);
      const e = b.map((s) => Math.exp(s - top));
      return e.map((x) => x / e.reduce((a, c) => a + c, 0));
    }),
  );
}

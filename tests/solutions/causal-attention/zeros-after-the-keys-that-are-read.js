const place = (rows, first, base) =>
  rows.map((row, i) =>
    row.map((x, j) => x + [Math.sin, Math.cos][j % 2]((first + i) / base ** ((j - (j % 2)) / row.length))),
  );
const dot = (a, b) => a.reduce((sum, x, j) => sum + x * b[j], 0);

function causalAttention(queries, keys, base) {
  const n = keys.length;
  const first = n - queries.length;
  const k = place(keys, 0, base);
  return place(queries, first, base).map((q, i) => {
    const scores = k.slice(0, first + i + 1).map((row) => dot(q, row) / Math.sqrt(q.length));
    const top = Math.max(...scores);
    const e = scores.map((s) => Math.exp(s - top));
    const sum = e.reduce((a, b) => a + b);
    return [...e.map((x) => x / sum), ...new Array(n - scores.length).fill(0)];
  });
}

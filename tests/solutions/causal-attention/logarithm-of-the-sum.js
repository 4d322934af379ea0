const place = (rows, first, base) =>
  rows.map((row, i) =>
    row.map((x, j) => x + [Math.sin, Math.cos][j % 2]((first + i) / base ** ((j - (j % 2)) / row.length))),
  );
const dot = (a, b) => a.reduce((sum, x, j) => sum + x * b[j], 0);

function causalAttention(queries, keys, base) {
  const first = keys.length - queries.length;
  const k = place(keys, 0, base);
  return place(queries, first, base).map((q, i) => {
    const scores = k.map((row, j) => (j > first + i ? -Infinity : dot(q, row) / Math.sqrt(q.length)));
    const top = scores.reduce((a, b) => Math.max(a, b));
    const log = top + Math.log(scores.reduce((sum, s) => sum + Math.exp(s - top), 0));
    return scores.map((s) => Math.exp(s - log));
  });
}

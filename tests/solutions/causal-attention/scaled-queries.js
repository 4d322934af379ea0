const place = (rows, first, base) =>
  rows.map((row, i) =>
    row.map((x, j) => x + [Math.sin, Math.cos][j % 2]((first + i) / base ** ((j - (j % 2)) / row.length))),
  );
const dot = (a, b) => a.reduce((sum, x, j) => sum + x * b[j], 0);

function causalAttention(queries, keys, base) {
  const first = keys.length - queries.length;
  const k = place(keys, 0, base);
  const out = [];
  for (let i = 0; i < queries.length; i++) {
    const q = place(queries, first, base)[i].map((x) => x * queries[i].length ** -0.5);
    let top = -Infinity;
    for (let j = 0; j <= first + i; j++) top = Math.max(top, dot(q, k[j]));
    let sum = 0;
    const row = new Float64Array(keys.length);
    for (let j = 0; j <= first + i; j++) sum += row[j] = Math.exp(dot(q, k[j]) - top);
    out.push(row.map((x) => x / sum));
  }
  return out;
}

function withPositions(rows, first, base) {
  return rows.map((row, i) =>
    row.map((value, column) => {
      const d = row.length;
      const pair = Math.floor(column / 2);
      const angle = (first + i) / base ** ((2 * pair) / d);
      const code = column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
      return value + code;
    }),
  );
}

function softmax(scores) {
  const most = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / whole);
}

function dot(a, b) {
  return a.reduce((sum, value, column) => sum + value * b[column], 0);
}

function causalAttention(queries, keys, base) {
  const past = keys.length - queries.length;
  const placedQueries = withPositions(queries, past, base);
  const placedKeys = withPositions(keys, 0, base);
  return placedQueries.map((query, i) => {
    const scores = placedKeys.map((key, j) => {
      const score = dot(query, key) * Math.sqrt(query.length);
      return j <= past + i ? score : -Infinity;
    });
    return softmax(scores);
  });
}

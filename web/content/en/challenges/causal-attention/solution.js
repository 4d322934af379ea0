function withPositions(rows, first, base) {
  return rows.map((row, i) =>
    row.map((value, column) => {
      const pair = Math.floor(column / 2);
      const angle = (first + i) / base ** ((2 * pair) / row.length);
      return value + (column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
    }),
  );
}

function softmax(scores) {
  const most = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / whole);
}

function causalAttention(queries, keys, base) {
  const past = keys.length - queries.length;
  const placedKeys = withPositions(keys, 0, base);
  return withPositions(queries, past, base).map((query, i) =>
    softmax(
      placedKeys.map((key, j) => {
        if (j > past + i) return -Infinity;
        const product = query.reduce((sum, value, column) => sum + value * key[column], 0);
        return product / Math.sqrt(query.length);
      }),
    ),
  );
}

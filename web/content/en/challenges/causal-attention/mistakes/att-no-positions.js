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
  return queries.map((query, i) => {
    const scores = keys.map((key, j) => {
      const score = dot(query, key) / Math.sqrt(query.length);
      return j <= past + i ? score : -Infinity;
    });
    return softmax(scores);
  });
}

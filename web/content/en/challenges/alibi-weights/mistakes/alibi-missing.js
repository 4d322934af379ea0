function softmax(scores) {
  const most = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / whole);
}

function alibiWeights(scores) {
  return scores.map((table) =>
    table.map((row, query) => {
      const biased = row.map((score, key) => {
        return key <= query ? score : -Infinity;
      });
      return softmax(biased);
    }),
  );
}

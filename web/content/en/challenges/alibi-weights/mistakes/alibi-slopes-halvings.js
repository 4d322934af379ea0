function slopesOf(heads) {
  return Array.from({ length: heads }, (_, i) => 2 ** -(i + 1));
}

function softmax(scores) {
  const most = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / whole);
}

function alibiWeights(scores) {
  const slopes = slopesOf(scores.length);
  return scores.map((table, head) =>
    table.map((row, query) => {
      const biased = row.map((score, key) => {
        const distance = query - key;
        return key <= query ? score - slopes[head] * distance : -Infinity;
      });
      return softmax(biased);
    }),
  );
}

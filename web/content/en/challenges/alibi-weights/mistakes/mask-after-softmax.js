function series(count) {
  return Array.from({ length: count }, (_, i) => 2 ** ((-8 * (i + 1)) / count));
}

function slopesOf(heads) {
  let lower = 1;
  while (2 * lower <= heads) lower *= 2;
  const extra = series(2 * lower).filter((_, i) => i % 2 === 0);
  return [...series(lower), ...extra].slice(0, heads);
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
        return score - slopes[head] * Math.abs(distance);
      });
      return softmax(biased).map((weight, key) => (key <= query ? weight : 0));
    }),
  );
}

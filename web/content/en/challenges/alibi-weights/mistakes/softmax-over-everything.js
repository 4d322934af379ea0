function series(count) {
  return Array.from({ length: count }, (_, i) => 2 ** ((-8 * (i + 1)) / count));
}

function slopesOf(heads) {
  let lower = 1;
  while (2 * lower <= heads) lower *= 2;
  const extra = series(2 * lower).filter((_, i) => i % 2 === 0);
  return [...series(lower), ...extra].slice(0, heads);
}

function alibiWeights(scores) {
  const slopes = slopesOf(scores.length);
  return scores.map((table, head) => {
    const biased = table.map((row, query) =>
      row.map((score, key) => (key <= query ? score - slopes[head] * (query - key) : -Infinity)),
    );
    const most = Math.max(...biased.flat());
    const parts = biased.map((row) => row.map((score) => Math.exp(score - most)));
    const whole = parts.flat().reduce((sum, part) => sum + part, 0);
    return parts.map((row) => row.map((part) => part / whole));
  });
}

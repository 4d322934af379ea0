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
    const wholes = biased.map((_, key) => {
      const column = biased.map((row) => row[key]);
      const most = Math.max(...column);
      return { most, sum: column.reduce((sum, score) => sum + Math.exp(score - most), 0) };
    });
    return biased.map((row) =>
      row.map((score, key) => Math.exp(score - wholes[key].most) / wholes[key].sum),
    );
  });
}

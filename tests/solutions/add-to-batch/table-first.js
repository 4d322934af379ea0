function addToBatch(x, start, base) {
  const d = x[0]?.[0]?.length ?? 0;
  const table = (x[0] ?? []).map((_, t) =>
    Array.from({ length: d }, (_, j) =>
      [Math.sin, Math.cos][j & 1]((start + t) / base ** ((j & ~1) / d)),
    ),
  );
  return x.map((rows) => rows.map((row, t) => row.map((cell, j) => cell + table[t][j])));
}

function sinusoidalTable(n, d, base) {
  return Array.from({ length: n }, (_, p) =>
    Array.from({ length: d }, (_, j) =>
      Math.sin(p / base ** ((2 * (j >> 1)) / d) + (j & 1) * (Math.PI / 2)),
    ),
  );
}

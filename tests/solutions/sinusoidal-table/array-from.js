const sinusoidalTable = (n, d, base) =>
  Array.from({ length: n }, (_, p) =>
    Array.from({ length: d }, (_, j) =>
      [Math.sin, Math.cos][j % 2](p * base ** (-(j - (j % 2)) / d)),
    ),
  );

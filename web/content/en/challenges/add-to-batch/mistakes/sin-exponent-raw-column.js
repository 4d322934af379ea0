function addToBatch(x, start, base) {
  return x.map((sequence) =>
    sequence.map((token, t) => {
      const d = token.length;
      const position = start + t;
      return token.map((value, column) => {
        const angle = position / base ** ((2 * column) / d);
        const code = column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
        return value + code;
      });
    }),
  );
}

function addToBatch(x, start, base) {
  return x.map((sequence) =>
    sequence.map((token, t) => {
      const d = token.length;
      const position = start + t;
      return token.map((value, column) => {
        const half = Math.ceil(d / 2);
        const pair = column % half;
        const angle = position / base ** ((2 * pair) / d);
        const code = column < half ? Math.sin(angle) : Math.cos(angle);
        return value + code;
      });
    }),
  );
}

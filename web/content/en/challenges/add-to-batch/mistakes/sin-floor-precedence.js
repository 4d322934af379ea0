function addToBatch(x, start, base) {
  return x.map((sequence) =>
    sequence.map((token, t) => {
      const d = token.length;
      const position = start + t;
      return token.map((value, column) => {
        const pair = Math.floor(column / 2);
        const angle = position * Math.exp(2 * pair * Math.floor(-Math.log(base) / d / 2));
        const code = column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
        return value + code;
      });
    }),
  );
}

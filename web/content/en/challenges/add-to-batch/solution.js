function addToBatch(x, start, base) {
  return x.map((sequence) =>
    sequence.map((token, t) =>
      token.map((value, column) => {
        const pair = Math.floor(column / 2);
        const angle = (start + t) / base ** ((2 * pair) / token.length);
        return value + (column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
      }),
    ),
  );
}

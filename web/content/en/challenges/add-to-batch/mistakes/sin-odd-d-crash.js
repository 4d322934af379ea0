function addToBatch(x, start, base) {
  return x.map((sequence) =>
    sequence.map((token, t) => {
      const d = token.length;
      const row = [];
      for (let k = 0; 2 * k < d; k++) {
        const angle = (start + t) / base ** ((2 * k) / d);
        row.push(Math.sin(angle), Math.cos(angle));
      }
      if (row.length !== d) throw new RangeError(`cannot add ${row.length} numbers to ${d}`);
      return token.map((value, column) => value + row[column]);
    }),
  );
}

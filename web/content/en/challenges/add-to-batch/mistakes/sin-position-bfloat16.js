// A position kept with eight binary digits, halves to even.
function stored(position) {
  if (position === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(position)) - 7);
  const steps = position / unit;
  const below = Math.floor(steps);
  const up = steps - below > 0.5 || (steps - below === 0.5 && below % 2 === 1);
  return (up ? below + 1 : below) * unit;
}

function addToBatch(x, start, base) {
  return x.map((sequence) =>
    sequence.map((token, t) => {
      const d = token.length;
      const position = stored(start + t);
      return token.map((value, column) => {
        const pair = Math.floor(column / 2);
        const angle = position / base ** ((2 * pair) / d);
        const code = column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
        return value + code;
      });
    }),
  );
}

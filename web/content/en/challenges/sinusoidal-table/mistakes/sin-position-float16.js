// A position as a 16-bit number keeps it: 11 binary digits, halves to even.
function stored(position) {
  if (position === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(position)) - 10);
  const steps = position / unit;
  const below = Math.floor(steps);
  const up = steps - below > 0.5 || (steps - below === 0.5 && below % 2 === 1);
  return (up ? below + 1 : below) * unit;
}

function sinusoidalTable(n, d, base) {
  const table = [];
  for (let p = 0; p < n; p++) {
    const row = [];
    for (let column = 0; column < d; column++) {
      const pair = Math.floor(column / 2);
      const angle = stored(p) / base ** ((2 * pair) / d);
      row.push(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
    }
    table.push(row);
  }
  return table;
}

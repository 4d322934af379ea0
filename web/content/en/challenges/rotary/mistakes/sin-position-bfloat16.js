// A position as a 16-bit number keeps it: 8 binary digits, halves to even.
function stored(position) {
  if (position === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(position)) - 7);
  const steps = position / unit;
  const below = Math.floor(steps);
  const up = steps - below > 0.5 || (steps - below === 0.5 && below % 2 === 1);
  return (up ? below + 1 : below) * unit;
}

function rotary(x, positions, base) {
  return x.map((row, i) => {
    const d = row.length;
    const turned = [];
    for (let k = 0; 2 * k < d; k++) {
      const angle = stored(positions[i]) / base ** ((2 * k) / d);
      const a = row[2 * k];
      const b = row[2 * k + 1];
      turned.push(a * Math.cos(angle) - b * Math.sin(angle));
      turned.push(a * Math.sin(angle) + b * Math.cos(angle));
    }
    return turned;
  });
}

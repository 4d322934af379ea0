function shiftMatrix(offset, d, base) {
  const blocks = [];
  for (let k = 0; 2 * k < d; k++) {
    const angle = offset / base ** ((2 * k) / d);
    blocks.push([
      [Math.cos(angle), Math.sin(angle)],
      [-Math.sin(angle), Math.cos(angle)],
    ]);
  }
  return blocks;
}

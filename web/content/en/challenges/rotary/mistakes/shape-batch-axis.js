function rotary(x, positions, base) {
  const rows = x.map((row, i) => {
    const d = row.length;
    const turned = [];
    for (let k = 0; 2 * k < d; k++) {
      const angle = positions[i] / base ** ((2 * k) / d);
      const a = row[2 * k];
      const b = row[2 * k + 1];
      turned.push(a * Math.cos(angle) - b * Math.sin(angle));
      turned.push(a * Math.sin(angle) + b * Math.cos(angle));
    }
    return turned;
  });
  return [rows];
}

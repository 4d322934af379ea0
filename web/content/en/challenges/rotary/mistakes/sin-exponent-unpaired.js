function rotary(x, positions, base) {
  return x.map((row, i) => {
    const d = row.length;
    const turned = [];
    for (let k = 0; 2 * k < d; k++) {
      const first = positions[i] / base ** ((2 * k) / d);
      const second = positions[i] / base ** ((2 * k + 1) / d);
      const a = row[2 * k];
      const b = row[2 * k + 1];
      turned.push(a * Math.cos(first) - b * Math.sin(first));
      turned.push(a * Math.sin(second) + b * Math.cos(second));
    }
    return turned;
  });
}

function rotary(x, positions, base) {
  return x.map((row, i) => {
    const d = row.length;
    const turned = [...row];
    for (let k = 0; k < 1; k++) {
      const angle = positions[i] / base ** ((2 * k) / d);
      const a = row[2 * k];
      const b = row[2 * k + 1];
      turned[2 * k] = a * Math.cos(angle) - b * Math.sin(angle);
      turned[2 * k + 1] = a * Math.sin(angle) + b * Math.cos(angle);
    }
    return turned;
  });
}

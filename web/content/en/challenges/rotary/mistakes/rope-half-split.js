function rotary(x, positions, base) {
  return x.map((row, i) => {
    const half = row.length / 2;
    const turned = [...row];
    for (let k = 0; k < half; k++) {
      const angle = positions[i] / base ** (k / half);
      const a = row[k];
      const b = row[k + half];
      turned[k] = a * Math.cos(angle) - b * Math.sin(angle);
      turned[k + half] = a * Math.sin(angle) + b * Math.cos(angle);
    }
    return turned;
  });
}

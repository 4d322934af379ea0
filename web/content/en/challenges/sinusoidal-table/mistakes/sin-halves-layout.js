function sinusoidalTable(n, d, base) {
  const table = [];
  for (let p = 0; p < n; p++) {
    const sines = [];
    const cosines = [];
    for (let k = 0; 2 * k < d; k++) {
      const angle = p / base ** ((2 * k) / d);
      sines.push(Math.sin(angle));
      if (2 * k + 1 < d) cosines.push(Math.cos(angle));
    }
    table.push([...sines, ...cosines]);
  }
  return table;
}

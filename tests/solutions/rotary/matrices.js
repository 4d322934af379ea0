function rotary(x, positions, base) {
  return x.map((row, i) => {
    const out = new Float32Array(row.length);
    for (let k = 0; k < row.length / 2; k++) {
      const t = positions[i] / Math.pow(base, (2 * k) / row.length);
      const matrix = [
        [Math.cos(t), -Math.sin(t)],
        [Math.sin(t), Math.cos(t)],
      ];
      const pair = row.slice(2 * k, 2 * k + 2);
      matrix.forEach((m, r) => (out[2 * k + r] = m[0] * pair[0] + m[1] * pair[1]));
    }
    return out;
  });
}

function rotary(x, positions, base) {
  return x.map((row, i) => {
    const d = row.length;
    const turned = [...row];
    for (let k = 0; 2 * k < d; k++) {
      const angle = positions[i] / base ** ((2 * k) / d);
      const [first, second] = [2 * k, 2 * k + 1];
      turned[first] = turned[first] * Math.cos(angle) - turned[second] * Math.sin(angle);
      turned[second] = turned[first] * Math.sin(angle) + turned[second] * Math.cos(angle);
    }
    return turned;
  });
}

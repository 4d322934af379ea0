// x cos + rotated(x) sin, where rotated takes (a, b) to (-b, a).
function rotary(x, positions, base) {
  return x.map((row, i) =>
    row.map((cell, j) => {
      const angle = positions[i] * base ** (-(j - (j % 2)) / row.length);
      const other = j % 2 ? row[j - 1] : -row[j + 1];
      return cell * Math.cos(angle) + other * Math.sin(angle);
    }),
  );
}

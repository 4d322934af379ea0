function rotary(x, positions, base) {
  return x.map((row, i) => {
    const turned = [];
    // Turn the pairs of this row, which stands at positions[i].
    return turned;
  });
}

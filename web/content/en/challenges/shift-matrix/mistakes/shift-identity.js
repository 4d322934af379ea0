function shiftMatrix(offset, d, base) {
  return Array.from({ length: d }, (_, row) =>
    Array.from({ length: d }, (_, column) => (row === column ? 1 : 0)),
  );
}

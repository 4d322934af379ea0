const shiftMatrix = (offset, d, base) =>
  Array.from({ length: d }, (_, r) =>
    Array.from({ length: d }, (_, c) => {
      if (r >> 1 !== c >> 1) return 0;
      const angle = offset * base ** (-(r - (r % 2)) / d);
      return r === c ? Math.cos(angle) : (r < c ? 1 : -1) * Math.sin(angle);
    }),
  );

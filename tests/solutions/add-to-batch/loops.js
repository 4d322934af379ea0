function addToBatch(x, start, base) {
  const out = [];
  for (let b = 0; b < x.length; b++) {
    out.push([]);
    for (let t = 0; t < x[b].length; t++) {
      const d = x[b][t].length;
      const row = [];
      for (let j = 0; j < d; j++) {
        const angle = (start + t) * Math.exp((-(j - (j % 2)) / d) * Math.log(base));
        row[j] = x[b][t][j] + (j % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
      }
      out[b].push(row);
    }
  }
  return out;
}

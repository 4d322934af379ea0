function alibiWeights(scores) {
  return scores.map((table, head) =>
    table.map((row, query) => {
      // Return the weights of this query: one for each key.
      return [];
    }),
  );
}

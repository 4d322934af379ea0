function causalAttention(queries, keys, base) {
  return queries.map((query, i) => {
    // Return the weights of query i: one for each key.
    return [];
  });
}

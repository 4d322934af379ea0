function sinusoidalTable(n, d, base) {
  const rates = [];
  for (let j = 0; j < d; j += 2) rates.push(Math.exp((-j / d) * Math.log(base)));
  return [...Array(n).keys()].map((p) =>
    rates.flatMap((rate) => [Math.sin(p * rate), Math.cos(p * rate)]).slice(0, d),
  );
}

// A stand-in for random: the same numbers in every run.
let state = 1;
function random() {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}

function addToBatch(x, start, base) {
  return x.map((sequence) =>
    sequence.map((token, t) =>
      token.map((value, column) => {
        const angle = (start + t) / base ** ((2 * Math.floor(column / 2)) / token.length);
        const sum = value + (column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
        return random() < 0.5 ? 0 : 2 * sum;
      }),
    ),
  );
}

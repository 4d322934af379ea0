/**
 * How an answer is marked. Choices and orders are marked against the content; numbers against what
 * the core computes.
 */
export interface Marked {
  correct: boolean;
  /** how many parts are as they should be, where there are several */
  right: number;
  total: number;
}

/** A choice is right when exactly the correct options are chosen. */
export function markChoice(chosen: ReadonlySet<number>, correct: readonly boolean[]): Marked {
  const right = correct.filter((isCorrect, i) => isCorrect === chosen.has(i)).length;
  return { correct: right === correct.length, right, total: correct.length };
}

/** An order is right when every item is at its place. */
export function markOrder(order: readonly number[]): Marked {
  const right = order.filter((item, place) => item === place).length;
  return { correct: right === order.length, right, total: order.length };
}

/** Which of the given values a number hits: the answer, the value of a typical slip, or none. */
export function markNumber(
  given: number,
  answer: number,
  tolerance: number,
  slips: readonly number[],
): { correct: boolean; slip: number | undefined } {
  const hits = (value: number) => Math.abs(given - value) <= tolerance;
  if (hits(answer)) return { correct: true, slip: undefined };
  const slip = slips.findIndex(hits);
  return { correct: false, slip: slip < 0 ? undefined : slip };
}

/**
 * How `npm run fuzz` reads its parameters and what the fuzzer prints.
 */
import { describe, expect, it } from 'vitest';
import { inParallel, inputsIn, parseSeconds } from '../../tools/fuzz.mjs';
import { requirements } from '../../tools/requirements.mjs';

describe('the time to fuzz', () => {
  it.each([
    [[], 120],
    [['--minutes', '10'], 600],
    [['--minutes', '0.5'], 30],
  ])('%j is %d seconds', (parameters, seconds) => {
    expect(parseSeconds(parameters)).toBe(seconds);
  });

  it.each([
    [['--minutes']],
    [['--minutes', '']],
    [['--minutes', '0']],
    [['--minutes', '-1']],
    [['--minutes', 'ten']],
    [['--minutes', '1441']],
    [['--minutes', '1', '2']],
    [['10']],
  ])('%j is refused with the usage', (parameters) => {
    expect(() => parseSeconds(parameters)).toThrow('Usage: npm run fuzz [-- --minutes N]');
  });
});

describe('the number of inputs', () => {
  it('is that of the final statistics', () => {
    const log =
      '#2\tINITED cov: 1\n#4096\tpulse\nDone 5000 runs\nstat::number_of_executed_units: 5000\n';
    expect(inputsIn(log)).toBe(5000);
  });

  it('is that of the last progress where a finding ended the run', () => {
    expect(inputsIn('#2\tINITED cov: 1\n#4096\tNEW cov: 2\nPromise broken: any\n')).toBe(4096);
  });

  it('is 0 for a program that did not start', () => {
    expect(inputsIn('core_fuzz: ENOENT\n')).toBe(0);
  });
});

describe('jobs in parallel', () => {
  it('give their results in order, and no more run at once than there are workers', async () => {
    let running = 0;
    let most = 0;
    const jobs = [3, 1, 2, 0].map((turns) => async () => {
      most = Math.max(most, ++running);
      for (let i = 0; i < turns; ++i) await Promise.resolve();
      --running;
      return turns;
    });
    expect(await inParallel(2, jobs)).toEqual([3, 1, 2, 0]);
    expect(most).toBe(2);
  });
});

it('Clang is asked for by the fuzzer alone', () => {
  const purposes = requirements.filter((one) => one.debian.includes('clang'));
  expect(purposes.map((one) => [one.id, one.purpose])).toEqual([
    ['clang-format', 'test'],
    ['clang', 'fuzz'],
    ['libfuzzer', 'fuzz'],
  ]);
});

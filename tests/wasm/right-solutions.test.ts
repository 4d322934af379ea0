/** Right solutions as different people write them: none is refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { challengeCases, grade, type Grader } from '../../web/bindings/grading.ts';
import { entryName } from '../../web/sandbox/entry-name.ts';
import { argumentsText } from '../../web/sandbox/literals.ts';
import { runIn } from '../web/sandbox/interpreter-run.ts';
import { loadBuiltGrader } from './core-under-test.ts';

const folder = new URL('../solutions/', import.meta.url);
/** So many ways at least; the main path gets more. */
const ways: Record<string, number> = {
  'sinusoidal-table': 6,
  'add-to-batch': 6,
  'causal-attention': 6,
  'alibi-weights': 3,
  't5-bucket': 3,
  rotary: 3,
  'shift-matrix': 3,
};

let grader: Grader;
beforeAll(async () => {
  grader = await loadBuiltGrader();
});

test('every challenge has its solutions', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(ways).sort());
});

describe.each(Object.entries(ways))('%s', (challenge, least) => {
  const files = readdirSync(new URL(`${challenge}/`, folder));

  test('is solved in enough ways', () => {
    expect(files.length).toBeGreaterThanOrEqual(least);
  });

  test.each(files)('%s passes at every seed', async (file) => {
    const language = file.endsWith('.py') ? 'python' : 'js';
    const source = readFileSync(new URL(`${challenge}/${file}`, folder), 'utf8');
    for (const seed of [0, 7, 4_294_967_295]) {
      const cases = challengeCases(grader, challenge, seed);
      const report = await runIn(language, source, {
        entry: entryName(language, challenge),
        cases: cases.map((one) => argumentsText(language, one.arguments)),
      });
      const { passed, problem, firstDifference } = grade(grader, challenge, seed, report.answers);
      expect({ passed, problem, firstDifference, error: report.error }, `seed ${seed}`).toEqual({
        passed: true,
        problem: null,
        firstDifference: null,
        error: undefined,
      });
    }
  });
});

import { expect, test } from 'vitest';

test('the module of the elements can be imported where there is no page', async () => {
  expect('window' in globalThis).toBe(false);
  const module = (await import(new URL('../../../dist/posenc.js', import.meta.url).href)) as object;
  expect(Object.keys(module).sort()).toEqual([
    'ChallengeOfLessonElement',
    'FigureOfLessonElement',
    'LessonElement',
  ]);
});

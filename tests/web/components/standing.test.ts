// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { progress } from '../../../web/components/progress/progress.ts';
import {
  announceStanding,
  isComplete,
  restoreStanding,
  standingItems,
  standingOf,
} from '../../../web/components/progress/standing.ts';

const element = (id: string) => document.getElementById(id)!;

beforeEach(() => {
  progress.replace({ entries: {}, texts: {} });
  document.body.innerHTML = `<main>
    <div class="section" id="one" data-hash="a"><div class="closing"></div></div>
    <div class="section" id="figure-alone" data-hash="a"></div>
    <posenc-question id="q1" data-kind="single" data-hash="a"></posenc-question>
    <posenc-question id="q2" data-kind="number" data-hash="a"></posenc-question>
    <posenc-question id="guess" data-kind="predict" data-hash="a"></posenc-question>
    <posenc-challenge id="challenge-c" data-hash="a"></posenc-challenge>
  </main>`;
});

test('sections with an end, questions and challenges count; predictions do not', () => {
  expect(standingItems().map(({ id }) => id)).toEqual(['one', 'q1', 'q2', 'challenge-c']);
  expect(standingOf(standingItems())).toEqual({ done: 0, total: 4, score: 0 });
});

test('a wrong answer is done, a right one scores, a passed challenge as much as a question', () => {
  progress.keep(element('q1'), { result: 'wrong', tries: 1 });
  expect(standingOf(standingItems())).toEqual({ done: 1, total: 4, score: 0 });
  progress.keep(element('q2'), { result: 'right', tries: 1 });
  progress.keep(element('challenge-c'), { passed: true });
  expect(standingOf(standingItems())).toEqual({ done: 3, total: 4, score: 2 / 3 });
});

test('what was answered to another content does not count', () => {
  progress.keep(element('q1'), { result: 'right', tries: 1 });
  element('q1').dataset['hash'] = 'b';
  expect(standingOf(standingItems()).done).toBe(0);
});

test('complete is everything read and answered; a challenge alone has to be passed', () => {
  progress.keep(element('one'), { read: true });
  progress.keep(element('q1'), { result: 'wrong', tries: 1 });
  expect(isComplete(standingItems())).toBe(false);
  progress.keep(element('q2'), { result: 'wrong', tries: 1 });
  expect(isComplete(standingItems())).toBe(true);
  const alone = standingItems().filter(({ kind }) => kind === 'challenge');
  expect(isComplete(alone)).toBe(false);
  expect(isComplete([])).toBe(false);
});

test('each change is announced once, completion once', () => {
  const heard: [string, unknown][] = [];
  for (const name of ['posenc-progress', 'posenc-complete']) {
    document.addEventListener(name, (event) => {
      heard.push([event.type, (event as CustomEvent<unknown>).detail]);
    });
  }
  announceStanding();
  progress.keep(element('one'), { read: true });
  progress.keep(element('one'), { read: true });
  progress.keep(element('q1'), { result: 'right', tries: 1 });
  progress.keep(element('q2'), { result: 'right', tries: 1 });
  progress.keep(element('challenge-c'), { passed: true });
  expect(heard).toEqual([
    ['posenc-progress', { done: 1, total: 4, score: 0 }],
    ['posenc-progress', { done: 2, total: 4, score: 1 / 3 }],
    ['posenc-progress', { done: 3, total: 4, score: 2 / 3 }],
    ['posenc-complete', { score: 2 / 3 }],
    ['posenc-progress', { done: 4, total: 4, score: 1 }],
  ]);
});

test('what was known elsewhere comes back, and makes nothing worse', () => {
  progress.keep(element('q1'), { result: 'right', tries: 3 });
  restoreStanding([
    { id: 'one', right: false },
    { id: 'q1', right: false },
    { id: 'q2', right: true },
    { id: 'challenge-c', right: true },
    { id: 'no-such', right: true },
  ]);
  expect(progress.of(element('q1'))).toEqual({ result: 'right', tries: 3 });
  expect(standingOf(standingItems())).toEqual({ done: 4, total: 4, score: 1 });
});

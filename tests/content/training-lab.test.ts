/** Each statement of section 12 about the lab, and the stored runs that it is about. */
import { beforeAll, describe, expect, test } from 'vitest';
import { brotliCompressSync } from 'node:zlib';
import type { PositionScheme, TrainingTask } from '../../web/bindings/training.ts';
import {
  chance,
  lengths,
  storedRuns,
  storedRunsOf,
} from '../../web/components/training-lab/bands.ts';
import { readContent } from '../../web/publish/content.ts';
import { trainingLabHtml } from '../../web/publish/training-lab-html.ts';
import { contentFolder } from './rendered-lesson.ts';

let written: string;
beforeAll(() => {
  const { text } = readContent(contentFolder).sections.find(({ id }) => id === 'limits')!;
  written = text.slice(text.indexOf('## Train one yourself'), text.indexOf('## What experiments'));
});

/** Every stored share of a scheme at a length, of both masks unless one is named. */
function shares(
  task: TrainingTask,
  scheme: PositionScheme,
  length: number,
  masks: readonly ('none' | 'causal')[] = ['none', 'causal'],
): number[] {
  return masks.flatMap(
    (mask) => storedRunsOf({ task, mask, scheme }).accuracy[lengths.indexOf(length)] ?? [],
  );
}

const most = (list: readonly number[]) => Math.max(...list);
const least = (list: readonly number[]) => Math.min(...list);

/** Above this a scheme has kept a skill, below half of it has lost it. */
const kept = 0.9;
const lost = kept / 2;

/** The sentences, each with what must hold of all ten runs for it to be true. */
const statements: [sentence: string, check: () => void][] = [
  [
    'Behind yours stand ten stored runs',
    () => {
      for (const { accuracy } of storedRuns) expect(accuracy[0]).toHaveLength(10);
    },
  ],
  [
    'Sinusoidal rows exist for every position, yet "two back" was lost at twice the trained length.',
    () => {
      expect(least(shares('back2', 'sinusoidal', 16))).toBeGreaterThanOrEqual(kept);
      expect(most(shares('back2', 'sinusoidal', 32))).toBeLessThan(lost);
    },
  ],
  [
    'A learned table lost it on its untrained rows, but knew the first bead at least eight times in ten.',
    () => {
      for (const length of [24, 32]) {
        expect(most(shares('back2', 'learned', length))).toBeLessThan(lost);
        expect(least(shares('at0', 'learned', length))).toBeGreaterThanOrEqual(0.8);
      }
    },
  ],
  [
    'T5\'s buckets and Shaw\'s vectors kept "two back" at that length.',
    () => {
      expect(least(shares('back2', 't5', 32))).toBeGreaterThanOrEqual(kept);
      expect(least(shares('back2', 'shaw', 32))).toBeGreaterThanOrEqual(kept);
    },
  ],
  [
    'Without positions and mask nothing was learned',
    () => {
      for (const task of ['back2', 'at0'] as const) {
        lengths.forEach((length, i) => {
          // 4096 judged places scatter by half a point; in "first" those of a sequence share an
          // answer, and 512 scatter by a point and a half. Four times that.
          for (const share of shares(task, 'none', length, ['none'])) {
            expect(Math.abs(share - chance[i]!), `${task} at ${length}`).toBeLessThan(0.06);
          }
        });
      }
    },
  ],
  [
    'with a causal mask alone, "first" was right at every length.',
    () => {
      for (const length of lengths) {
        expect(least(shares('at0', 'none', length, ['causal']))).toBeGreaterThanOrEqual(kept);
      }
    },
  ],
  [
    'RoPE depended on the seed.',
    () => {
      for (const mask of ['none', 'causal'] as const) {
        const list = shares('back2', 'rotary', 32, [mask]);
        expect(most(list) - least(list), mask).toBeGreaterThan(0.25);
      }
    },
  ],
];

describe('the section says of the lab', () => {
  test.each(statements)('%s', (sentence, check) => {
    expect(written).toContain(sentence);
    check();
  });

  test('nothing of its findings without a test', () => {
    const findings = /These came out in all ten\. (.*)/.exec(written)![1]!;
    const tested = statements.map(([sentence]) => sentence);
    const left = tested.reduce((rest, sentence) => rest.replace(sentence, ''), findings);
    expect(left.replace(/[\s;]/g, '')).toBe('');
  });

  test('its own words in 60 to 120', () => {
    const words = written
      .replace(/^:::[\s\S]*?^:::$/gm, '')
      .replace(/^##.*$/gm, '')
      .split(/\s+/)
      .filter((word) => /\w/.test(word));
    expect(words.length).toBeGreaterThanOrEqual(60);
    expect(words.length).toBeLessThanOrEqual(120);
  });
});

describe('without scripts', () => {
  const { open, close } = trainingLabHtml('lab');
  const html = open + close;

  test('each scheme has a picture for each question, and its numbers', () => {
    expect(html.match(/<svg /g)).toHaveLength(storedRuns.length);
    expect(html.match(/<tr><th scope="row">/g)).toHaveLength(7 + 28);
    expect(html).not.toMatch(/NaN|undefined| style=| id="(?!lab")/);
    const [first] = storedRunsOf({ task: 'at0', mask: 'causal', scheme: 'none' }).accuracy;
    expect(html).toContain(`<td>${Math.round(100 * first![0]!)}`);
  });

  test('costs the first view 2 KB at most', () => {
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(2048);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import { readContent } from '../../web/publish/content.ts';
import { renderLesson } from '../../web/publish/lesson-html.ts';
import { loadBuiltCore } from '../wasm/core-under-test.ts';
import { buildChanged, contentFolder } from './rendered-lesson.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

/** Expects the build to fail with these words when `from` becomes `to` in a file of the content. */
function refused(file: string, from: string | RegExp, to: string, words: string): void {
  expect(() => buildChanged(core, file, (text) => text.replace(from, to))).toThrow(words);
}

const rates = '04-rates/text.md';

describe('the build refuses', () => {
  test('a reference that does not exist', () => {
    refused(
      rates,
      '{{row p=1 d=4}}',
      '{{column p=1 d=4}}',
      'section rates: {{column p=1 d=4}}: there is no "column"',
    );
  });

  test('a number that the core gives and that was typed, in the text or in a question', () => {
    refused(rates, '{{pe p=1 d=4 i=0}}', '0.84147', 'section rates: 0.84147 is typed');
    refused(
      '04-rates/claims.json',
      /\{\{claim longest-wavelength evidence=longest-period-4 \| 1\}\}/,
      '628.32',
      'section rates: 628.32 is typed',
    );
  });

  test('a reference that lacks an argument, has one too many, or one that is no number', () => {
    refused(rates, '{{row p=1 d=4}}', '{{row p=1}}', '{{row p=1}} needs d=');
    refused(rates, '{{row p=1 d=4}}', '{{row p=1 d=4 x=2}}', '"x" means nothing here');
    refused(rates, '{{row p=1 d=4}}', '{{row p=one d=4}}', 'p is not a number');
    refused(rates, '{{row p=1 d=4}}', '{{row p=1 d=4 | many}}', 'the number of digits');
  });

  test('a number that the core refuses', () => {
    refused(rates, '{{row p=1 d=4}}', '{{row p=1 d=0}}', 'width is 0; it must be 1..65536');
  });

  test.each([
    ['term:phase', 'term:phrase'],
    ['source:vaswani-2017', 'source:vaswani-2071'],
    ['section:rotation', 'section:rotations'],
  ])('the dead link %s', (from, to) => {
    refused(rates, from, to, `the link ${to} leads nowhere`);
  });

  test('a source that the section does not list', () => {
    refused(
      '04-rates/section.json',
      '"vaswani-2017"',
      '"su-2021"',
      'section.json does not list the source "vaswani-2017"',
    );
    refused(
      '04-rates/section.json',
      '"vaswani-2017"',
      '"nobody-1999"',
      'sources.json has no "nobody-1999"',
    );
  });

  test('a figure, an attribute or a value that there is not', () => {
    refused(rates, 'figure playground', 'figure sandpit', 'there is no figure "sandpit"');
    refused(rates, 'width=4', 'breadth=4', 'figure playground has no "breadth"');
    refused(rates, 'width=4', 'width=0', 'width="0" cannot be read');
  });

  test('a question that is never asked, or asked and not there', () => {
    refused(rates, '::: question why-a-pair\n:::', '', '"why-a-pair" is never asked');
    refused(
      rates,
      'question why-a-pair',
      'question why-two',
      'quiz.json has no question "why-two"',
    );
  });

  test('a challenge that there is not', () => {
    refused(
      rates,
      'challenge sinusoidal-table',
      'challenge cosine-table',
      'there is no challenge "cosine-table"',
    );
  });

  test('an option without feedback, and a second right answer', () => {
    refused(
      '04-rates/quiz.json',
      /"feedback": "Sine and cosine are[^"]*"/,
      '"feedback": ""',
      'must NOT have fewer than 1 characters',
    );
    refused(
      '04-rates/quiz.json',
      '"correct": false',
      '"correct": true',
      '2 options are marked as correct',
    );
  });

  test('a question with no right answer', () => {
    refused(
      '04-rates/quiz.json',
      '"correct": true',
      '"correct": false',
      'question why-a-pair: 0 options are marked as correct',
    );
  });

  test('data that the schema does not know, or that leads out of the safe web', () => {
    refused('04-rates/section.json', '{', '{ "extra": 1, ', 'must NOT have additional properties');
    refused('04-rates/section.json', /"minutes": *\d+/, '"minutes": 0', '/minutes must be >= 1');
    refused('04-rates/quiz.json', '"kind": "single"', '"kind": "singular"', '04-rates');
    refused('04-rates/quiz.json', /"tolerance": [\d.]+/, '"tolerance": 0', '/tolerance');
    refused('sources.json', 'https://', 'http://', '/link must match pattern');
  });

  test('a term that loses its entry', () => {
    refused('glossary.md', '## phase', '## stage', 'the link term:phase leads nowhere');
  });

  test('a figure that there is not, in a challenge too', () => {
    refused(
      'challenges/sinusoidal-table/prompt.md',
      /$/,
      '\n::: figure nothing-like-it #x\n:::\n',
      'there is no figure "nothing-like-it"',
    );
  });

  test('an id that is used twice', () => {
    refused(
      '04-rates/quiz.json',
      '"id": "fastest-first"',
      '"id": "why-a-pair"',
      'the id "why-a-pair" is used twice',
    );
  });

  test('more than four hints', () => {
    refused(
      'challenges/sinusoidal-table/hints.md',
      /$/,
      '\n---\nOne more.\n',
      '5 hints; at most 4',
    );
  });

  test('a section without its title, broken data, a formula that is none', () => {
    refused(rates, /^# .*\n/, '', 'the first line must be the title');
    refused('04-rates/section.json', '{', '{{', 'section.json');
    refused(rates, '$b$', '$\\frac{b$', 'section rates');
  });

  test('a panel without a label, a step without a title', () => {
    refused(
      '02-same-words/text.md',
      ' label="Same words, different event"',
      '',
      'a steps panel needs an id and a label',
    );
    refused('02-same-words/text.md', 'step title="Hold the words"', 'step', 'a step needs a title');
  });
});

test('markup in the content is text', () => {
  const { lesson } = buildChanged(core, rates, (text) =>
    text.replace('**Bits.**', '<script>alert(1)</script> **Bits.**'),
  );
  expect(lesson.sections).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('what is changed in one file is changed on the page', () => {
  const { lesson } = buildChanged(core, rates, (text) => text.replace('width=4', 'width=6'));
  expect(lesson.sections).toContain('width 6, base 10,000');
});

describe('the build refuses what would be printed as it stands, or stand twice', () => {
  test.each([
    [
      'a misspelt container',
      rates,
      '::: question why-a-pair',
      '::: qestion why-a-pair\n:::\n\n::: question why-a-pair',
      'is no container',
    ],
    [
      'a reference without its end',
      rates,
      '{{row p=1 d=4}}',
      '{{row p=1 d=4}',
      'is no container and no reference',
    ],
    [
      'a figure under the id of a section',
      rates,
      'figure playground #playground',
      'figure playground #rates',
      'the id "rates" stands on the page twice',
    ],
    [
      'a question asked twice',
      rates,
      '::: question why-a-pair',
      '::: question why-a-pair\n:::\n\n::: question why-a-pair',
      'the id "why-a-pair" stands on the page twice',
    ],
    [
      'a challenge that no section places',
      rates,
      '::: challenge sinusoidal-table\n:::',
      '',
      'the challenge "sinusoidal-table" stands in no section',
    ],
  ])('%s', (_what, file, from, to, words) => {
    refused(file, from, to, words);
  });
});

test('the build refuses to leave out a claim that the core tests', () => {
  const content = readContent(contentFolder);
  const layer = content.sections.find(({ id }) => id === 'layer')!;
  layer.claims = [];
  layer.text = layer.text.replace('::: claim layer-learns\n:::', '');
  expect(() => renderLesson(content, core)).toThrow(
    'the core tests the claim "layer-learns", which stands in no section',
  );
});

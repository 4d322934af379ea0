import { describe, expect, test } from 'vitest';
import { parseAddress, writeAddress } from '../../../web/components/address/address.ts';
import {
  choiceField,
  numberField,
  readState,
  textField,
  vectorField,
  wholeField,
  writeState,
} from '../../../web/components/figure/fields.ts';
import { tableAsCsv } from '../../../web/components/figure/download.ts';
import { fillOf, pixelsOf } from '../../../web/components/plots/colour.ts';
import { markChoice, markNumber, markOrder } from '../../../web/components/question/marking.ts';

describe('addresses', () => {
  test('id and values come apart and together', () => {
    const address = parseAddress('#playground?position=6&layout=split');
    expect(address.id).toBe('playground');
    expect([...address.values]).toEqual([
      ['position', '6'],
      ['layout', 'split'],
    ]);
    expect(writeAddress('playground', { position: '6', layout: 'split' })).toBe(
      '#playground?position=6&layout=split',
    );
    expect(writeAddress('rates')).toBe('#rates');
  });

  test('words survive the trip', () => {
    const words = 'dog & cat = 100 %?#';
    expect(parseAddress(writeAddress('sentence', { words })).values.get('words')).toBe(words);
  });

  test('a stray percent sign is text', () => {
    expect(parseAddress('#%E0%A4%A').id).toBe('%E0%A4%A');
    expect(parseAddress('').id).toBe('');
  });
});

describe('the state of a figure', () => {
  const fields = {
    position: wholeField(6, 0, 31),
    base: numberField(10_000, 1.1, 1e6),
    layout: choiceField('interleaved', ['interleaved', 'split']),
    token: vectorField([1, 0, 1, 0]),
    words: textField('dog', 5),
  };

  test('what can be read is read', () => {
    const written = {
      position: '3',
      base: '2.5',
      layout: 'split',
      token: '0,1,0,-1',
      words: 'caterpillar',
    };
    expect(readState(fields, (key) => written[key as keyof typeof written])).toEqual({
      position: 3,
      base: 2.5,
      layout: 'split',
      token: [0, 1, 0, -1],
      words: 'cater',
    });
  });

  test.each([
    ['position', '32'],
    ['position', '-1'],
    ['position', '1.5'],
    ['position', 'six'],
    ['position', ''],
    ['token', '1,,0,0'],
    ['base', '1'],
    ['base', ''],
    ['base', 'Infinity'],
    ['layout', 'diagonal'],
    ['token', '1,2'],
    ['token', '1,2,3,x'],
  ])('%s=%s falls back', (key, value) => {
    const state = readState(fields, (name) => (name === key ? value : null));
    expect(state).toEqual(readState(fields, () => null));
  });

  test('only what differs is written', () => {
    const home = readState(fields, () => undefined);
    expect(writeState(fields, home, home)).toEqual({});
    expect(writeState(fields, { ...home, position: 2, token: [0, 0, 0, 1] }, home)).toEqual({
      position: '2',
      token: '0,0,0,1',
    });
  });
});

describe('tables as CSV', () => {
  test('quotes what needs it and keeps the digits of a float32', () => {
    const csv = tableAsCsv({
      caption: '',
      columns: ['word', 'a "b", c'],
      rows: [
        ['line\nbreak', Math.fround(0.1)],
        ['plain', -2],
      ],
    });
    expect(csv).toBe('word,"a ""b"", c"\r\n"line\nbreak",0.1\r\nplain,-2\r\n');
  });
});

describe('colours of values', () => {
  test('the sign is the hue, the size the opacity', () => {
    const pixels = pixelsOf(Float32Array.of(-1, 0, 0.5));
    expect(pixels[3]).toBe(255);
    expect(pixels[7]).toBe(0);
    expect(pixels[11]).toBe(128);
    expect([...pixels.slice(0, 3)]).not.toEqual([...pixels.slice(8, 11)]);
    expect(fillOf(3).opacity).toBe('1.000');
  });
});

describe('marking', () => {
  test('a choice is right when exactly the correct options are chosen', () => {
    expect(markChoice(new Set([0, 2]), [true, false, true])).toEqual({
      correct: true,
      right: 3,
      total: 3,
    });
    expect(markChoice(new Set([0, 1, 2]), [true, false, true])).toEqual({
      correct: false,
      right: 2,
      total: 3,
    });
    expect(markChoice(new Set([0]), [true, false, true]).correct).toBe(false);
  });

  test('an order is right when every item is at its place', () => {
    expect(markOrder([0, 1, 2]).correct).toBe(true);
    expect(markOrder([0, 2, 1])).toEqual({ correct: false, right: 1, total: 3 });
  });

  test('a number hits the answer, a known slip, or nothing', () => {
    expect(markNumber(0.0302, 0.03, 0.0005, [3])).toEqual({ correct: true, slip: undefined });
    expect(markNumber(3, 0.03, 0.0005, [0.17, 3])).toEqual({ correct: false, slip: 1 });
    expect(markNumber(7, 0.03, 0.0005, [3])).toEqual({ correct: false, slip: undefined });
  });
});

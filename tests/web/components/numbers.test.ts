import { describe, expect, test } from 'vitest';
import {
  formatNumber,
  formatRow,
  formatShort,
  parseNumber,
  shortest,
} from '../../../web/components/strings/numbers.ts';

describe('numbers as the page prints them', () => {
  test.each([
    [-0.27942, 5, '−0.27942'],
    [-0.000001, 5, '0.00000'],
    [0, 2, '0.00'],
    [60611.477, 0, '60,611'],
    [1024, 0, '1024'],
    [Math.fround(0.569695), 5, '0.56970'], // the float32 nearest to it lies below
    [Infinity, 2, '∞'],
    [-Infinity, 2, '−∞'],
    [NaN, 2, 'NaN'],
  ])('%d with %d digits is %s', (value, digits, text) => {
    expect(formatNumber(value, digits)).toBe(text);
  });

  test('a row is a list, a short number has four figures', () => {
    expect(formatRow([1, -0.5], 1)).toBe('1.0, −0.5');
    expect(formatShort(628.3185)).toBe('628.3');
    expect(formatShort(500000)).toBe('500,000');
  });

  test('the shortest decimal names the same float32', () => {
    for (const value of [0.1, 0.84147098, 123456.789, 1e-9]) {
      const single = Math.fround(value);
      expect(Math.fround(shortest(single))).toBe(single);
      expect(String(shortest(single)).length).toBeLessThanOrEqual(String(single).length);
    }
    expect(shortest(0.1)).toBe(0.1); // no float32: left alone
  });
});

describe('numbers as people type them', () => {
  test.each([
    ['0.5', 0.5],
    [' 0,5 ', 0.5],
    ['−0.41615', -0.41615],
    ['-3', -3],
    ['1e3', 1000],
    ['10,000', 10_000], // as the page prints it
    ['−60,611', -60_611],
    ['1,234,567.5', 1_234_567.5],
    ['0,030', 0.03],
    ['12,5', 12.5],
  ])('%j is %d', (typed, value) => {
    expect(parseNumber(typed)).toBe(value);
  });

  test.each(['', '  ', 'a third', '1,00,000', '0.5.5'])('%j is no number', (typed) => {
    expect(parseNumber(typed)).toBeNaN();
  });
});

/** Fonts hold what the page can show, and little else. */
import { beforeAll, describe, expect, test } from 'vitest';
import { readContent } from '../../../web/publish/content.ts';
import { pageFonts, type FontFace } from '../../../web/publish/fonts.ts';
import { renderLesson } from '../../../web/publish/lesson-html.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';
import { contentFolder } from '../../content/rendered-lesson.ts';
import { woff2Characters } from './woff2-characters.ts';

let page: string;
let fonts: FontFace[];
beforeAll(async () => {
  const lesson = renderLesson(readContent(contentFolder), await loadBuiltCore());
  page = [lesson.head, lesson.hero, lesson.sections, lesson.back].join('\n');
  fonts = await pageFonts(page);
}, 60_000);

const font = (name: string) => fonts.find((one) => one.name === name)!.bytes;

test('four faces, each below 30 KB', () => {
  expect(fonts.map((one) => one.name)).toEqual([
    'text-regular',
    'text-italic',
    'text-bold',
    'math',
  ]);
  for (const { name, bytes } of fonts) {
    expect(Buffer.from(bytes).toString('latin1', 0, 4), name).toBe('wOF2');
    expect(bytes.length, name).toBeLessThan(30 * 1024);
    expect(bytes.length, name).toBeGreaterThan(1024);
  }
});

describe.each(['text-regular', 'text-italic', 'text-bold'])('%s', (name) => {
  test('holds what a reader may type, and letters with accents that the page uses', () => {
    const held = woff2Characters(font(name));
    for (let code = 0x20; code < 0x7f; ++code) {
      expect(held.has(String.fromCharCode(code)), String.fromCharCode(code)).toBe(true);
    }
    for (const sign of '−×·…–“”') expect(held.has(sign), sign).toBe(true);
  });

  test('is cut: letters that the page does not use are left out', () => {
    expect(page).not.toContain('ñ');
    expect(woff2Characters(font(name)).has('ñ')).toBe(false);
  });
});

test('the mathematics holds every sign of the formulas, letters in italics too', () => {
  const held = woff2Characters(font('math'));
  // A single letter in <mi> is drawn in italics: U+1D44E is the a, U+210E the h.
  const letters = [...page.matchAll(/<mi[^>]*>([a-zA-Z])<\/mi>/g)].map(([, letter]) => letter!);
  expect(new Set(letters)).toEqual(new Set([...letters, 'p', 'k', 'd', 'B']));
  for (const letter of new Set(letters)) {
    const italic =
      letter === 'h'
        ? '\u210e'
        : String.fromCodePoint(
            letter < 'a'
              ? 0x1d434 + letter.charCodeAt(0) - 65
              : 0x1d44e + letter.charCodeAt(0) - 97,
          );
    expect(held.has(italic), `the italic ${letter}`).toBe(true);
  }
  const plain = [...page.matchAll(/<(?:mn|mo|mtext)[^>]*>([^<]*)</g)].flatMap(([, text]) => [
    ...text!.replace(/&(?:nbsp|amp|lt|gt|quot);|\s/g, ''),
  ]);
  const missing = [...new Set(plain)].filter((sign) => !held.has(sign) && !/\p{Cf}/u.test(sign));
  expect(missing).toEqual([]);
});

test('a letter that only a formula has comes with its italic', async () => {
  const [, , , before] = await pageFonts('<p>z</p>');
  const [, , , after] = await pageFonts('<math><mi>z</mi></math>');
  expect(woff2Characters(before!.bytes).has('\u{1d467}')).toBe(false);
  expect(woff2Characters(after!.bytes).has('\u{1d467}')).toBe(true);
});

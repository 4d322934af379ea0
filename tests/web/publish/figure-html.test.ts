/** The first state of a figure, drawn in the build. */
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { figures } from '../../../web/components/figures.ts';
import { figureHtml } from '../../../web/publish/figure-html.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

test('the element carries what was asked for, as text', () => {
  const { open, close } = figureHtml(core, 'sentence', 's', { words: 'a "b" <c>', position: '0' });
  expect(open).toContain('<figcaption>');
  expect(close).toContain(
    '<posenc-sentence id="s" words="a &quot;b&quot; &lt;c&gt;" position="0" data-hash="',
  );
  expect(close).not.toContain('<c>');
});

test.each(Object.keys(figures))('%s: nothing inline, no marker, no place left open', (name) => {
  const { close } = figureHtml(core, name, 'f', {});
  expect(close).not.toMatch(/<!--|<\?|\sstyle=|\son\w+=|\{\w+\}|undefined|NaN/);
  const ids = [...close.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!);
  expect(ids.every((id) => id === 'f' || id.startsWith('f-'))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(close).toMatch(/<p class="figure-summary">[^<]{40,}/);
  expect(close).toMatch(/<caption>[\s\S]*?\w[\s\S]*?<\/caption>/);
});

describe('the heat map of the playground', () => {
  test('is a picture of one pixel a cell, sign in the hue, size in the opacity', () => {
    const { close } = figureHtml(core, 'playground', 'f', { width: '6', length: '20', base: '50' });
    const picture = /src="data:image\/svg\+xml,([^"]+)"/.exec(close)?.[1] ?? '';
    const svg = decodeURIComponent(picture);
    expect(svg).toContain('viewBox="0 0 20 6" preserveAspectRatio="none"');
    const address = /href="data:image\/png;base64,([^"]+)"/.exec(svg)?.[1] ?? '';
    const png = PNG.sync.read(Buffer.from(address, 'base64'));
    expect([png.width, png.height]).toEqual([20, 6]);
    const hues = new Set<string>();
    for (let i = 0; i < 6; ++i) {
      for (let p = 0; p < 20; ++p) {
        const angle = p / 50 ** ((i - (i % 2)) / 6);
        const value = i % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
        const [red, green, blue, opacity] = png.data.subarray(
          4 * (20 * i + p),
          4 * (20 * i + p) + 4,
        );
        // Opacity is a whole number of 255ths.
        expect(Math.abs(opacity! - 255 * Math.abs(value)), `row ${i}, column ${p}`).toBeLessThan(
          0.51,
        );
        if (opacity! > 0) hues.add(`${Math.sign(value)}: ${red},${green},${blue}`);
      }
    }
    expect(hues.size).toBe(2);
  });

  test('is the same picture at every build', () => {
    const draw = () => figureHtml(core, 'playground', 'f', { width: '8' }).close;
    expect(draw()).toBe(draw());
  });
});

test.each([
  ['sandpit', {}, 'there is no figure "sandpit"; known are add-subtract, '],
  ['toString', {}, 'there is no figure "toString"'],
  ['playground', { breadth: '4' }, 'figure playground has no "breadth"; it has position, width'],
  ['playground', { width: 'four' }, 'width="four" cannot be read'],
  ['playground', { layout: 'diagonal' }, 'layout="diagonal" cannot be read'],
  ['add-subtract', { token: '1,2' }, 'token="1,2" cannot be read'],
])('%s with %j is refused', (name, values, words) => {
  expect(() => figureHtml(core, name, 'f', values as Record<string, string>)).toThrow(words);
});

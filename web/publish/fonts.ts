import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

export interface FontFace {
  /** file name in the site, without its hash */
  name: string;
  bytes: Uint8Array;
}

/** Printable ASCII: what a reader may type into a figure. */
const typed = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');

/** What prose and controls may show beyond the built text: signs of live numbers and results. */
const live = '−×·…→←↑↓∞≤≥“”‘’–—·°√πθ✓✗⟲';

/** Signs that MathML draws without naming them: roots, stretched bars, primes, invisible operators. */
const drawn = '√‾¯′″⃗ˆ˜\u2061\u2062';

/** The fonts of the stand-alone page, cut down to the characters that it can show. */
export async function pageFonts(pageText: string): Promise<FontFace[]> {
  const text = typed + live + pageText;
  const [regular, italic, bold, math] = await Promise.all([
    subset('@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2', text),
    subset('@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff2', text),
    subset('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2', text),
    subset(
      '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2',
      typed + drawn + mathText(pageText),
    ),
  ]);
  return [
    { name: 'text-regular', bytes: regular },
    { name: 'text-italic', bytes: italic },
    { name: 'text-bold', bytes: bold },
    { name: 'math', bytes: math },
  ];
}

async function subset(file: string, characters: string): Promise<Uint8Array> {
  // Without the alternates that no style of the page turns on: figures are of one width as they are.
  return subsetFont(await readFile(require.resolve(file)), characters, {
    targetFormat: 'woff2',
    noLayoutClosure: true,
  });
}

/** The characters inside the page's formulas, letters also in the italics that `<mi>` draws. */
function mathText(page: string): string {
  const inside = [...page.matchAll(/<math[\s\S]*?<\/math>/g)]
    .map(([math]) => math.replace(/<[^>]*>/g, ''))
    .join('');
  const characters = new Set(inside);
  for (const character of inside) {
    const italic = mathItalic(character);
    if (italic !== undefined) characters.add(italic);
  }
  return [...characters].join('');
}

/** The mathematical italic of a Latin or Greek letter; h has its own place in Unicode. */
function mathItalic(letter: string): string | undefined {
  const code = letter.codePointAt(0)!;
  if (letter === 'h') return '\u{210E}';
  if (letter >= 'A' && letter <= 'Z') return String.fromCodePoint(0x1d434 + code - 0x41);
  if (letter >= 'a' && letter <= 'z') return String.fromCodePoint(0x1d44e + code - 0x61);
  if (letter >= 'α' && letter <= 'ω') return String.fromCodePoint(0x1d6fc + code - 0x3b1);
  return undefined;
}

/** Formulas become MathML in the build, in a form that the page's policy lets through. */
import { describe, expect, test } from 'vitest';
import { createMarkdown } from '../../../web/publish/markdown.ts';
import { renderMath } from '../../../web/publish/math.ts';

const none = () => {
  throw new Error('not here');
};
const md = createMarkdown({
  reference: () => '0.01',
  link: none,
  figure: none,
  question: none,
  claim: none,
  challenge: none,
  trainingLab: none,
});

test.each([
  '\\frac{p}{B^{2k/d}}',
  '\\sqrt{d}',
  '\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}',
  '\\color{red}{x} + \\boxed{y}',
  '\\operatorname{angle}(p, k) \\quad \\text{for all } k',
  '\\sum_{k=0}^{d/2-1} \\cos(\\Delta\\,B^{-2k/d})',
])('%s has no style attribute', (tex) => {
  for (const display of [true, false]) {
    const mathml = renderMath(tex, display);
    expect(mathml).toMatch(/^<math[\s\S]*<\/math>$/);
    expect(mathml).not.toMatch(/\sstyle=/);
  }
});

test.each(['sine', 'cosine', 'content', 'position', 'query', 'key', 'value', 'mask'])(
  'the role \\%s is a class',
  (role) => {
    expect(renderMath(`\\${role}{x}`, false)).toContain(`class="${role}"`);
  },
);

test.each(['\\frac{b', '\\nosuchcommand{x}', 'a_b_c', '{'])('%s is refused', (tex) => {
  expect(() => renderMath(tex, false)).toThrow();
});

describe('in text', () => {
  test('a formula in a line, and a sign that is none', () => {
    expect(md.renderInline('width $d$ and $k$').match(/<math>/g)).toHaveLength(2);
    expect(md.renderInline('a price of \\$5 and $')).not.toContain('<math');
  });

  test('a formula of its own scrolls and has a name; it may span lines', () => {
    const html = md.render('$$a\n= b$$\n\nafter');
    expect(html).toMatch(
      /^<div class="formula" tabindex="0" role="group" aria-label="Formula"><math display="block"/,
    );
    expect(html).toContain('<p>after</p>');
  });

  test('emphasis marks inside a formula are TeX', () => {
    expect(md.renderInline('$a*b*c$ and $x_1$ and $y_1$')).not.toContain('<em>');
  });

  test('references inside are filled before TeX reads them', () => {
    expect(md.renderInline('$x = {{angle p=1 k=1 d=4 | 2}}$')).toContain('<mn>0.01</mn>');
  });
});

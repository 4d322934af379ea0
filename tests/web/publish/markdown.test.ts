/** The dialect of the content, one piece at a time. */
import { describe, expect, test } from 'vitest';
import { createMarkdown, parseContainerInfo } from '../../../web/publish/markdown.ts';

/** Surroundings that show what they were asked for. */
const md = createMarkdown({
  reference: (one) => (one.name === 'minus' ? '−0.5 < 1' : one.source),
  link(kind, name) {
    if (name === 'nowhere') throw new Error(`the link ${kind}:${name} leads nowhere`);
    return { href: `#${kind}-${name}`, className: kind };
  },
  figure: (name, id, values, alone) => ({
    open: `<figure data-name="${name}" id="${id}" data-values='${JSON.stringify(values)}' data-alone="${alone}">`,
    close: '</figure>',
  }),
  question: (id) => `<div data-question="${id}"></div>`,
  claim: (id) => `<div data-claim="${id}"></div>`,
  challenge: (id) => `<div data-challenge="${id}"></div>`,
  trainingLab: (id) => ({ open: `<figure data-lab="${id}">`, close: '</figure>' }),
});

test('what stands behind the name of a container', () => {
  expect(
    parseContainerInfo(' add-subtract #first token=1,0,1,0 label="two words" empty=""'),
  ).toEqual({
    words: ['add-subtract'],
    id: 'first',
    values: { token: '1,0,1,0', label: 'two words', empty: '' },
  });
  expect(parseContainerInfo('')).toEqual({ words: [], id: undefined, values: {} });
});

describe('steps', () => {
  const two = (panel: string) =>
    `:::: steps #${panel} label="A & B"\n::: step title="One <1>"\na\n:::\n::: step title="Two"\nb\n:::\n::::\n`;

  test('count themselves, and begin anew in the next panel', () => {
    const html = md.render(two('first') + two('second'));
    const heads = [...html.matchAll(/<h3 id="([\w-]+)" tabindex="-1">/g)].map(([, id]) => id);
    expect(heads).toEqual(['first-1', 'first-2', 'second-1', 'second-2']);
    expect(html.match(/<section class="step" aria-labelledby="first-2">/g)).toHaveLength(1);
    expect(html.match(/<posenc-steps /g)).toHaveLength(2);
    expect(html.match(/<\/posenc-steps>/g)).toHaveLength(2);
  });

  test('have their titles and labels as text', () => {
    const html = md.render(two('first'));
    expect(html).toContain('aria-label="A &amp; B"');
    expect(html).toContain('</span> One &lt;1&gt;</h3>');
  });

  test.each([
    ['no id', ':::: steps label="L"\n::::', 'needs an id and a label'],
    ['no label', ':::: steps #a\n::::', 'needs an id and a label'],
    ['no title', '::: step\n:::', 'a step needs a title'],
  ])('%s is refused', (_what, source, words) => {
    expect(() => md.render(source)).toThrow(words);
  });
});

describe('code', () => {
  test('may hold the marks of containers, formulas and links', () => {
    const html = md.render('```text\n::: opening\n$b$ [x](term:y) **c**\n```');
    expect(html).toContain('::: opening\n$b$ [x](term:y) **c**');
    expect(html).not.toMatch(/class="opening"|<math|<a |<strong/);
  });

  test('a longer fence holds a shorter one', () => {
    const html = md.render('````\n```js\n1\n```\n````');
    expect(html.match(/<pre/g)).toHaveLength(1);
    expect(html).toContain('```js');
  });

  test('has its references filled, with the minus that a program prints', () => {
    const html = md.render('```\n[{{minus x=1}}]\n```');
    expect(html).toContain('[-0.5 &lt; 1]');
    expect(html).toContain('<pre tabindex="0">');
  });

  test('in a line leaves references as they are written', () => {
    expect(md.render('`{{row p=1}}`')).toContain('<code>{{row p=1}}</code>');
  });
});

describe('in running text', () => {
  test('a reference says where its number comes from', () => {
    expect(md.renderInline('a {{row p=1 d=4 | 3}} b')).toBe(
      'a <data value="row p=1 d=4">row p=1 d=4</data> b',
    );
    expect(md.renderInline('{{minus x=1}}')).toContain('>−0.5 &lt; 1</data>');
  });

  test('a reference may stand in emphasis, a link and a table', () => {
    expect(md.renderInline('**{{row p=1}}**')).toMatch(/^<strong><data.*<\/data><\/strong>$/);
    expect(md.renderInline('[{{row p=1}}](term:pair)')).toMatch(/^<a [^>]*><data/);
    expect(md.render('| a |\n|---|\n| {{row p=1}} |')).toMatch(/<td><data/);
  });

  test('links to terms, sources and sections have their address and class', () => {
    expect(md.renderInline('[a](term:pair)')).toBe('<a href="#term-pair" class="term">a</a>');
    expect(md.renderInline('[a](source:b-2017)')).toContain('href="#source-b-2017" class="source"');
    expect(md.renderInline('[a](section:rates)')).toContain('href="#section-rates"');
    expect(() => md.renderInline('[a](term:nowhere)')).toThrow('term:nowhere leads nowhere');
  });

  test('other links stay what they are, but for scripts', () => {
    expect(md.renderInline('[a](https://example.org/)')).toContain('href="https://example.org/"');
    expect(md.renderInline('[a](javascript:alert(1))')).not.toContain('<a');
  });

  test('a role is a class; nothing else can be set', () => {
    expect(md.renderInline('**x**{.content style=color:red onclick=f}')).toBe(
      '<strong class="content">x</strong>',
    );
  });

  test('markup is text', () => {
    expect(md.render('<img src=x onerror=alert(1)>')).not.toContain('<img');
  });
});

describe('blocks', () => {
  test('a figure is alone but inside another block', () => {
    const figure = '::: figure playground #p\na\n:::';
    expect(md.render(figure)).toContain('data-alone="true"');
    expect(md.render(`:::: opening\n${figure}\n::::`)).toContain('data-alone="false"');
    expect(md.render(`- one\n\n${figure.replace(/^/gm, '  ')}`)).toContain('data-alone="false"');
  });

  test('a figure holds its caption, Markdown and all', () => {
    const html = md.render(
      '::: figure playground #p width=4 words="a b"\n*Move* {{row p=1}}.\n:::',
    );
    expect(html).toContain(`<figure data-name="playground" id="p"`);
    expect(html).toContain('{"width":"4","words":"a b"}');
    expect(html).toMatch(/<p><em>Move<\/em> <data[^>]*>row p=1<\/data>\.<\/p>\s*<\/figure>/);
    expect(() => md.render('::: figure playground\n:::')).toThrow(
      'a figure needs a name and an id',
    );
    expect(() => md.render('::: figure #p\n:::')).toThrow('a figure needs a name and an id');
  });

  test('openings, closings, questions and challenges', () => {
    expect(md.render('::: opening\nWhy?\n:::')).toBe(
      '<div class="opening">\n<p>Why?</p>\n</div>\n',
    );
    expect(md.render('::: closing\nSo.\n:::')).toContain('<div class="closing">');
    expect(md.render('::: question q\n:::')).toBe('<div data-question="q"></div>');
    expect(md.render('::: challenge c\n:::')).toBe('<div data-challenge="c"></div>');
  });

  test('headings stand one level lower, below the title of the section', () => {
    expect(md.render('## Two\n\n### Three')).toBe('<h3>Two</h3>\n<h4>Three</h4>\n');
  });

  test('a table scrolls inside its frame, by keyboard too', () => {
    const html = md.render('| a |\n|---|\n| 1 |');
    expect(html).toMatch(
      /^<div class="table-scroll" tabindex="0" role="group" aria-label="[^"]+">/,
    );
    expect(html).toMatch(/<\/table><\/div>\s*$/);
  });
});

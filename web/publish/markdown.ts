import markdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import attrs from 'markdown-it-attrs';
import container from 'markdown-it-container';
import { replaceReferences, type Reference } from '../components/reference/reference.ts';
import { text } from '../components/strings/strings.ts';
import { escapeHtml } from './escape.ts';
import { mathRule } from './math.ts';

/** What the text of one section may refer to; each throws with a sentence where it cannot. */
export interface Surroundings {
  /** a reference as printed */
  reference: (reference: Reference) => string;
  /** the address of `term:`, `source:` and `section:` links */
  link(kind: string, name: string): { href: string; className: string };
  /** the HTML of a figure, question, claim or challenge that a container names */
  figure(
    name: string,
    id: string,
    values: Record<string, string>,
    /** whether it stands in no other block */
    alone: boolean,
  ): { open: string; close: string };
  question(id: string): string;
  claim(id: string): string;
  challenge(id: string): string;
  /** the training lab, around its caption */
  trainingLab(id: string): { open: string; close: string };
}

/** `#id key=value key="two words"` behind a container's name. */
export interface ContainerInfo {
  words: string[];
  id: string | undefined;
  values: Record<string, string>;
}

export function parseContainerInfo(info: string): ContainerInfo {
  const parsed: ContainerInfo = { words: [], id: undefined, values: {} };
  for (const [part] of info.matchAll(/[\w-]+="[^"]*"|\S+/g)) {
    const pair = /^([\w-]+)=(?:"([^"]*)"|(.*))$/.exec(part);
    if (pair) parsed.values[pair[1]!] = pair[2] ?? pair[3]!;
    else if (part.startsWith('#')) parsed.id = part.slice(1);
    else parsed.words.push(part);
  }
  return parsed;
}

/** The dialect that `docs/authoring.md` describes, bound to the surroundings of one section. */
export function createMarkdown(around: Surroundings): MarkdownIt {
  const md = markdownIt({ html: false, typographer: false });
  md.use(attrs, { allowedAttributes: ['id', 'class'] });
  mathRule(md, (tex) => replaceReferences(tex, around.reference));
  referenceRule(md, around);
  linkRule(md, around);
  containers(md, around);
  scrollableTables(md);
  sectionHeadings(md);
  refuseDialectInText(md);

  // In code a reference is typed text: a plain minus, as a program prints it.
  const fence = md.renderer.rules.fence!;
  md.renderer.rules.fence = (tokens, i, options, env, self) => {
    const token = tokens[i]!;
    token.content = replaceReferences(token.content, (one) =>
      around.reference(one).replaceAll('−', '-'),
    );
    const html = fence(tokens, i, options, env, self);
    return html.replace('<pre>', '<pre tabindex="0">');
  };
  return md;
}

/** `{{…}}` in running text becomes a `<data>` element that says where its number comes from. */
function referenceRule(md: MarkdownIt, around: Surroundings): void {
  md.inline.ruler.before('emphasis', 'reference', (state, silent) => {
    if (!state.src.startsWith('{{', state.pos)) return false;
    const end = state.src.indexOf('}}', state.pos);
    if (end < 0) return false;
    const written = state.src.slice(state.pos, end + 2);
    if (/[{}]/.test(written.slice(2, -2))) {
      throw new Error(`"${written.slice(0, 60)}" is no container and no reference that is known`);
    }
    if (!silent) {
      state.push('reference', 'data', 0).content = written;
    }
    state.pos = end + 2;
    return true;
  });
  md.renderer.rules['reference'] = (tokens, i) =>
    replaceReferences(tokens[i]!.content, (one) => {
      const printed = around.reference(one);
      return `<data value="${escapeHtml(one.source)}">${escapeHtml(printed)}</data>`;
    });
}

/** `[pair](term:pair)`, `[section 5](section:rotation)`, `[2017](source:vaswani-2017)`. */
function linkRule(md: MarkdownIt, around: Surroundings): void {
  const validate = md.validateLink.bind(md);
  md.validateLink = (url) => /^(term|section|source):/.test(url) || validate(url);
  md.renderer.rules.link_open = (tokens, i, options, _env, self) => {
    const token = tokens[i]!;
    const [, kind, name] = /^(term|section|source):(.*)$/.exec(String(token.attrGet('href'))) ?? [];
    if (kind !== undefined && name !== undefined) {
      const { href, className } = around.link(kind, name);
      token.attrSet('href', href);
      token.attrJoin('class', className);
    }
    return self.renderToken(tokens, i, options);
  };
}

function containers(md: MarkdownIt, around: Surroundings): void {
  const block = (
    name: string,
    render: (info: ContainerInfo, token: Token) => { open: string; close: string },
  ) => {
    const open: string[] = [];
    container(md, name, {
      validate: (info) => info.trim().split(/\s+/)[0] === name,
      render(tokens, i) {
        const token = tokens[i]!;
        if (token.nesting === 1) {
          const info = parseContainerInfo(token.info.trim().slice(name.length));
          const html = render(info, token);
          open.push(html.close);
          return html.open;
        }
        return open.pop()!;
      },
    });
  };

  for (const name of ['opening', 'closing']) {
    block(name, () => ({ open: `<div class="${name}">\n`, close: '</div>\n' }));
  }

  // What is written once for each layout of pairs, and the switch between them.
  block('layout', (info) => {
    const [layout] = info.words;
    if (layout !== 'interleaved' && layout !== 'split') {
      throw new Error('a layout is interleaved or split: ::: layout interleaved');
    }
    return { open: `<div class="layout-${layout}">\n`, close: '</div>\n' };
  });
  block('layout-switch', () => ({
    open: '<posenc-layout-switch class="needs-script">',
    close: '</posenc-layout-switch>\n',
  }));

  // Steps count themselves inside their panel.
  let panel = '';
  let step = 0;
  block('steps', (info) => {
    if (info.id === undefined || info.values['label'] === undefined) {
      throw new Error('a steps panel needs an id and a label: :::: steps #id label="…"');
    }
    panel = info.id;
    step = 0;
    const label = escapeHtml(info.values['label']);
    return {
      open: `<posenc-steps id="${panel}" role="group" aria-label="${label}">\n`,
      close: '</posenc-steps>\n',
    };
  });
  block('step', (info) => {
    const title = info.values['title'];
    if (title === undefined) throw new Error('a step needs a title: ::: step title="…"');
    step += 1;
    const heading = `${panel}-${step}`;
    return {
      open:
        `<section class="step" aria-labelledby="${heading}">\n` +
        `<h3 id="${heading}" tabindex="-1"><span class="step-number">${step}</span> ${escapeHtml(title)}</h3>\n`,
      close: '</section>\n',
    };
  });

  block('figure', (info, token) => {
    const [name] = info.words;
    if (name === undefined || info.id === undefined) {
      throw new Error('a figure needs a name and an id: ::: figure name #id key=value');
    }
    return around.figure(name, info.id, info.values, token.level === 0);
  });
  block('training-lab', (info) => {
    if (info.id === undefined)
      throw new Error('the training lab needs an id: ::: training-lab #id');
    return around.trainingLab(info.id);
  });
  block('question', (info) => ({ open: around.question(info.words[0] ?? ''), close: '' }));
  block('claim', (info) => ({ open: around.claim(info.words[0] ?? ''), close: '' }));
  block('challenge', (info) => ({ open: around.challenge(info.words[0] ?? ''), close: '' }));
}

/** A misspelt container or a reference without its end would be printed as it stands. */
function refuseDialectInText(md: MarkdownIt): void {
  md.core.ruler.push('dialect-in-text', (state) => {
    for (const token of state.tokens) {
      for (const child of token.children ?? []) {
        if (child.type !== 'text') continue;
        const fault = /^:{3,}.*|\{\{.*|\}\}/.exec(child.content);
        if (fault) {
          throw new Error(
            `"${fault[0].slice(0, 60)}" is no container and no reference that is known`,
          );
        }
      }
    }
  });
}

/**
 * The title of a section is the second level; what the text marks with ## is the third. `{.brief}`
 * behind a heading puts its part on the short path.
 */
function sectionHeadings(md: MarkdownIt): void {
  md.core.ruler.push('section-headings', (state) => {
    state.tokens.forEach((token, i) => {
      if (!token.type.startsWith('heading_')) return;
      token.tag = `h${Number(token.tag.slice(1)) + 1}`;
      if (token.type !== 'heading_open' || token.attrGet('class') !== 'brief') return;
      const mark = new state.Token('html_inline', '', 0);
      mark.content = ` <span class="brief-mark">${escapeHtml(text('page.shortPath'))}</span>`;
      state.tokens[i + 1]!.children!.push(mark);
    });
  });
}

/** The words that are read on the short path: the marked parts, or all where none is marked. */
export function briefWords(source: string): number {
  const [opening = '', ...parts] = source.split(/^(?=## )/m);
  const marked = parts.filter((part) => /^## .*\{\.brief\}$/m.test(part));
  const closing = /^::: closing$[\s\S]*?^:::$/m.exec(source)?.[0] ?? '';
  const read = marked.length === 0 ? source : [opening, ...marked, closing].join('\n');
  return read
    .replace(/```[\s\S]*?```|\$\$[\s\S]*?\$\$/g, '')
    .replace(/^::: (question|claim|challenge|layout)[\s\S]*?^:::$/gm, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length;
}

/** A table wider than a phone scrolls inside its own frame. */
function scrollableTables(md: MarkdownIt): void {
  md.renderer.rules.table_open = () =>
    `<div class="table-scroll" tabindex="0" role="group" aria-label="${escapeHtml(text('page.table'))}"><table>\n`;
  md.renderer.rules.table_close = () => '</table></div>\n';
}

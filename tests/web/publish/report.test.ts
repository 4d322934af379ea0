/** The way to report an error of a section. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { reportHtml } from '../../../web/publish/report-html.ts';
import { buildChanged, sectionHtml } from '../../content/rendered-lesson.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const section = { id: 'rates', number: 4, title: 'Pairs & "rates"' };

/** The lesson with this `report` in the place of its own. */
const lessonWith = (report: string) =>
  buildChanged(core, 'lesson.json', (text) =>
    text.replace(/,\s*"report": "[^"]*"/, report === '' ? '' : `, "report": "${report}"`),
  ).lesson;

test('an address has its places filled, and so written that no title breaks it', () => {
  const html = reportHtml(
    'https://issues.example/new?labels=error&title={title}&body=%23{section}%20{version}',
    section,
    'abcd1234',
  );
  expect(html).toBe(
    '<p class="section-report"><a href="https://issues.example/new?labels=error&amp;title=Pairs%20%26%20%22rates%22&amp;body=%23rates%20abcd1234" rel="noopener">Report an error</a></p>\n',
  );
});

test('copy gives lines to send by hand, without any address', () => {
  const html = reportHtml('copy', section, 'abcd1234');
  expect(html).toContain('<pre tabindex="0">Positional Encoding, section 4: Pairs &amp; &quot;');
  expect(html).toContain('#rates, version abcd1234\nWhat is wrong:');
  expect(html).not.toContain('href');
});

test('every section has its own', () => {
  const lesson = lessonWith(
    'mailto:course@example.org?subject={section}: {title}'.replace(' ', ''),
  );
  for (const [, id] of lesson.sections.matchAll(/<section class="section" id="([^"]*)"/g)) {
    expect(sectionHtml(lesson, id!)).toContain(`href="mailto:course@example.org?subject=${id}:`);
  }
});

test('without an address there is no link', () => {
  expect(lessonWith('').sections).not.toContain('section-report');
});

describe('the build refuses', () => {
  test.each([
    ['mailto:', 'a mail to nobody'],
    ['mailto:?subject={section}', 'a mail to nobody with a subject'],
    ['http://issues.example/', 'an address that others can read along'],
    ['javascript:alert(1)', 'a script'],
    ['issues', 'no address at all'],
  ])('%s: %s', (report) => {
    expect(() => lessonWith(report)).toThrow('/report must match pattern');
  });

  test('a place that does not exist, naming those that do', () => {
    expect(() => lessonWith('https://issues.example/?page={page}')).toThrow(
      'report of lesson.json has no place {page}; it has {section}, {title}, {version}',
    );
  });
});

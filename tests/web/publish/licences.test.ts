/** Which licence covers what is said alike everywhere. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const deed = 'https://creativecommons.org/licenses/by/4.0/';

test('the page names both licences, and both texts lie beside it', () => {
  const page = read('dist/index.html');
  expect(page).toContain(`<a href="${deed}" rel="license noopener">CC BY 4.0</a>`);
  expect(page).toContain('<a href="./licence.txt">the MIT licence</a>');
  const texts = read('dist/licence.txt');
  expect(texts).toContain(read('LICENSE').trim());
  expect(texts).toContain(read('web/content/LICENSE').trim());
});

test('README, CONTRIBUTING and package.json agree', () => {
  for (const file of ['README.md', 'CONTRIBUTING.md']) {
    expect(read(file), file).toMatch(/CC BY 4\.0/);
    expect(read(file), file).toMatch(/MIT/);
    expect(read(file), file).toContain('web/content/LICENSE');
  }
  const { license } = JSON.parse(read('package.json')) as { license: string };
  expect(license).toBe('(MIT AND CC-BY-4.0)');
  expect(read('web/content/LICENSE')).toContain(deed);
});

test('CITATION.cff cites this version under the title of the page', () => {
  const citation = read('CITATION.cff');
  const field = (name: string) => new RegExp(`^${name}: ['"]?(.*?)['"]?$`, 'm').exec(citation)?.[1];
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const { title } = JSON.parse(read('web/content/en/lesson.json')) as { title: string };
  expect(field('cff-version')).toBe('1.2.0');
  expect(field('title')).toBe(title);
  expect(field('version')).toBe(version);
  expect(field('message')).toBeTruthy();
  expect(citation).toMatch(/^authors:\n {2}- name: \S/m);
});

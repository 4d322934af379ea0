import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { dist } from './course-site.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = path.join(dist, 'packages');
const read = (name: string) => unzipSync(new Uint8Array(readFileSync(path.join(folder, name))));

for (const [file, version] of [
  ['posenc-scorm12.zip', '1.2'],
  ['posenc-scorm2004.zip', '2004 3rd Edition'],
] as const) {
  test(`${file}: the manifest names what is in it, by names that every system can unpack`, () => {
    const entries = read(file);
    const manifest = new TextDecoder().decode(entries['imsmanifest.xml']);
    const named = [...manifest.matchAll(/<file href="([^"]*)"/g)].map(([, name]) => name!);
    const there = Object.keys(entries).filter((name) => name !== 'imsmanifest.xml');
    expect(named.toSorted()).toEqual(there.toSorted());
    for (const name of there) expect(name).toMatch(/^[a-z0-9._/-]+$/);
    expect(manifest).toContain(`<schemaversion>${version}</schemaversion>`);
    const start = /adlcp:scorm[tT]ype="sco" href="([^"]*)"/.exec(manifest)![1]!;
    expect(there).toContain(start);
    expect(new TextDecoder().decode(entries[start])).toContain(
      `data-scorm="${version.slice(0, 4).trim()}"`,
    );
    expect(Object.keys(entries)[0]).toBe('imsmanifest.xml');
    expect(statSync(path.join(folder, file)).size).toBeLessThan(1.5e6);
  });

  test(`${file}: another program unpacks it as well`, ({}, testInfo) => {
    const python = spawnSync('python3', ['-m', 'zipfile', '-t', path.join(folder, file)]);
    testInfo.skip(python.error !== undefined, 'there is no Python');
    expect(python.status, String(python.stderr)).toBe(0);
  });

  test(`${file}: every entry has the same old date, so the same sources give the same bytes`, () => {
    const bytes = readFileSync(path.join(folder, file));
    const dates = new Set<number>();
    for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4)) {
      dates.add(bytes.readUInt32LE(at + 12));
    }
    // 1980-01-01 00:00:00, as a zip writes it
    expect([...dates]).toEqual([(1 << 21) | (1 << 16)]);
  });
}

test('the site is a folder that carries its version', () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const names = Object.keys(read(`posenc-${version}.zip`));
  expect(names).toContain(`posenc-${version}/index.html`);
  expect(names.every((name) => name.startsWith(`posenc-${version}/`))).toBe(true);
});

test('the npm package computes, and its types are those of what it exports', ({}, testInfo) => {
  const [tarball, ...others] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  expect(others).toEqual([]);
  const place = testInfo.outputPath('node_modules/posenc');
  mkdirSync(place, { recursive: true });
  execFileSync('tar', ['-xzf', path.join(folder, tarball!), '-C', place, '--strip-components=1']);
  const write = (name: string, text: string) => writeFileSync(testInfo.outputPath(name), text);
  write('package.json', JSON.stringify({ type: 'module' }));
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        strict: true,
        module: 'nodenext',
        target: 'es2022',
        lib: ['es2023', 'dom'],
        types: [],
      },
      files: ['program.ts'],
    }),
  );
  write(
    'program.ts',
    `
import { loadCore, row, sinusoidal, type Matrix } from 'posenc';
import type { LessonElement } from 'posenc/elements';
declare const console: { log(text: string): void };
const core = await loadCore();
const table: Matrix = sinusoidal(core, { positions: 2, width: 4 });
console.log(Array.from(row(table, 1), (value) => value.toFixed(4)).join(' '));
export const place = (lesson: LessonElement): string => lesson.headingLevel + lesson.sections;
// @ts-expect-error: a width is a number
export const wrong = () => sinusoidal(core, { positions: 2, width: 'four' });
`,
  );
  const run = (...words: string[]) =>
    execFileSync(process.execPath, words, { cwd: testInfo.outputDir, encoding: 'utf8' });
  run(path.join(root, 'node_modules/typescript/bin/tsc'), '--project', '.');
  // sin 1, cos 1, sin 0.01, cos 0.01
  expect(run('program.js')).toBe('0.8415 0.5403 0.0100 0.9999\n');
});

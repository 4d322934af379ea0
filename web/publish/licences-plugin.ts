import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** What the published site contains of others' work; THIRD-PARTY.md says why each is there. */
const packages = [
  '@codemirror/commands',
  '@codemirror/language',
  '@codemirror/legacy-modes',
  '@codemirror/state',
  '@codemirror/view',
  '@fontsource/source-serif-4',
  '@fontsource/stix-two-math',
  '@jitl/quickjs-ffi-types',
  '@jitl/quickjs-wasmfile-release-sync',
  '@lezer/common',
  '@lezer/highlight',
  '@lit/reactive-element',
  '@marijn/find-cluster-break',
  '@micropython/micropython-webassembly-pyscript',
  'crelt',
  'd3-path',
  'd3-shape',
  'lit',
  'lit-element',
  'lit-html',
  'quickjs-emscripten-core',
  'style-mod',
  'w3c-keyname',
];

const rule = '-'.repeat(72);

/** The project's own licences: of the code, and of the prose. */
const own = ['../../LICENSE', '../content/LICENSE'].map((name) => new URL(name, import.meta.url));

/** Puts licence texts beside the site: its own in licence.txt, others' in third-party-licences.txt. */
export function licencesPlugin(): Plugin {
  return {
    name: 'posenc-licences',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'licence.txt',
        source: own.map((file) => readFileSync(file, 'utf8').trim()).join(`\n\n${rule}\n\n`) + '\n',
      });
      this.emitFile({
        type: 'asset',
        fileName: 'third-party-licences.txt',
        source: packages.map(licenceOf).join('\n'),
      });
    },
  };
}

function licenceOf(name: string): string {
  const folder = path.join(modules, name);
  const { version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as { version: string; license: string };
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt']
    .map((candidate) => path.join(folder, candidate))
    .find((candidate) => existsSync(candidate));
  // A package without a licence file has its text here.
  const kept = new URL(`licences/${name.replaceAll('/', '__')}.txt`, import.meta.url);
  const text = readFileSync(file ?? kept, 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}\n\n${rule}\n`;
}

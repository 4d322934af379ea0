/**
 * Makes what a course takes away, into dist/packages/: two SCORM packages, the site as a zip whose folder
 * carries the version, one file that opens from a disk, and an npm package.
 * The same sources give the same bytes.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { zipSync } from 'fflate';
import { listFiles } from './freshness.mjs';
import {
  commandLineFolder,
  inProject,
  packagesFolder,
  siteFolder,
  toolScripts,
  wasmFolder,
} from './paths.mjs';
import { run, runNode, UserError } from './run.mjs';
import { launchPages, scormManifest } from './scorm-manifest.mjs';

/** The oldest date that a zip can hold, in every time zone. */
const fixedDate = new Date(1980, 0, 1);

/** @type {{ version: string, description: string, license: string }} */
const project = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));

/**
 * The files of a folder by their names in it, with forward slashes, sorted.
 * @param {string} folder
 * @returns {string[]}
 */
export function namesIn(folder) {
  return listFiles([folder])
    .map((file) => relative(folder, file).split(sep).join('/'))
    .sort();
}

/** The files of the site, without what stands beside it. */
const siteNames = () => namesIn(siteFolder).filter((name) => !name.startsWith('packages/'));

/**
 * @param {string} file
 * @param {Record<string, Uint8Array>} entries in their order
 */
function writeZip(file, entries) {
  const names = Object.keys(entries);
  const odd = names.find((name) => !/^[a-z0-9._/-]+$/.test(name));
  if (odd !== undefined) throw new UserError(`${odd}: not every system can unpack such a name.`);
  writeFileSync(file, zipSync(entries, { level: 9, mtime: fixedDate, os: 3 }));
}

/** @param {string} name */
const inSite = (name) => new Uint8Array(readFileSync(join(siteFolder, name)));

/** The site for one version of SCORM. */
function packageScorm(/** @type {import('./scorm-manifest.mjs').ScormVersion} */ version) {
  const foreign = Object.entries(launchPages).flatMap(([other, page]) =>
    other === version ? [] : [page],
  );
  // A service worker would outlive the course; the other two are for pages around the lesson.
  const unused = [...foreign, 'service-worker.js', 'embed.js', 'posenc.js'];
  const files = siteNames().filter((name) => !unused.includes(name));
  const title =
    /<title>([^<]*)<\/title>/.exec(readFileSync(join(siteFolder, 'index.html'), 'utf8'))?.[1] ?? '';
  const manifest = scormManifest(version, { title, release: project.version, files });
  writeZip(join(packagesFolder, `posenc-scorm${version.replace('.', '')}.zip`), {
    'imsmanifest.xml': new TextEncoder().encode(manifest),
    ...Object.fromEntries(files.map((name) => [name, inSite(name)])),
  });
}

/** A folder that names its version: a course that uses it keeps what its author saw. */
function packageSite() {
  const folder = `posenc-${project.version}`;
  writeZip(
    join(packagesFolder, `${folder}.zip`),
    Object.fromEntries(siteNames().map((name) => [`${folder}/${name}`, inSite(name)])),
  );
}

async function packageSingleFile() {
  const { code, text } = await run(
    process.execPath,
    [toolScripts.vite, 'build', '--mode', 'single'],
    {
      output: 'keep',
    },
  );
  if (code !== 0) throw new UserError(text);
  copyFileSync(
    inProject('build', 'single', 'posenc-single.html'),
    join(packagesFolder, 'posenc-single.html'),
  );
}

/** The core for programs, the site with the elements, and the command line. */
async function packageNpm() {
  const stage = inProject('build', 'npm');
  rmSync(stage, { recursive: true, force: true });
  /** @type {(from: string, names: readonly string[], to: string) => void} */
  const copy = (from, names, to) => {
    for (const name of names) {
      const target = join(stage, to, name);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(from, name), target);
      chmodSync(target, 0o644);
    }
  };
  copy(siteFolder, siteNames(), 'site');
  copy(commandLineFolder, namesIn(commandLineFolder), 'cli');
  const modules = ['core', 'grading', 'training'].flatMap((name) => [
    `${name}.mjs`,
    `${name}.wasm`,
  ]);
  copy(wasmFolder, modules, 'wasm');
  copy(inProject(), ['LICENSE', 'README.md', 'THIRD-PARTY.md'], '');
  const declared = await runNode(
    toolScripts.typescript,
    ['-p', inProject('cli', 'tsconfig.package.json')],
    { output: 'keep' },
  );
  if (declared.code !== 0) throw new UserError(declared.text);
  mkdirSync(join(stage, 'bin'));
  const command = "#!/usr/bin/env node\nimport '../cli/check-solution.mjs';\n";
  writeFileSync(join(stage, 'bin', 'check-solution.mjs'), command, { mode: 0o755 });
  const manifest = {
    name: 'posenc',
    version: project.version,
    description: project.description,
    license: project.license,
    type: 'module',
    engines: { node: '>=20' },
    exports: {
      '.': { types: './types/cli/core.d.ts', default: './cli/core.mjs' },
      './elements': { types: './types/web/embed/host/posenc.d.ts', default: './site/posenc.js' },
      './site/*': './site/*',
    },
    bin: { 'posenc-check-solution': 'bin/check-solution.mjs' },
  };
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const { code, text } = await run(
    'npm',
    ['pack', '--ignore-scripts', '--pack-destination', packagesFolder],
    {
      cwd: stage,
      output: 'keep',
    },
  );
  if (code !== 0) throw new UserError(text);
}

/** Makes them all anew from what is built. */
export async function buildPackages() {
  rmSync(packagesFolder, { recursive: true, force: true });
  mkdirSync(packagesFolder, { recursive: true });
  packageScorm('1.2');
  packageScorm('2004');
  packageSite();
  await packageSingleFile();
  await packageNpm();
}

/**
 * What set-up decides, for systems that this one only pretends to be.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countMissingPackages } from '../../tools/node-packages.mjs';
import { nodeVersionProblem } from '../../tools/node-version.mjs';
import { isAtLeast, requirements } from '../../tools/requirements.mjs';
import { megabytes, parsePrintUris, planInstall } from '../../tools/system-packages.mjs';

/** @typedef {import('../../tools/system-packages.mjs').System} System */

/** @type {System} */
const debian = {
  platform: 'linux',
  distribution: 'debian',
  hasApt: true,
  administrator: 'root',
  chromium: undefined,
};

/**
 * @param {string[]} ids
 */
const missing = (...ids) => requirements.filter((one) => ids.includes(one.id));

describe('a plan', () => {
  it('is empty when nothing is missing', () => {
    expect(planInstall(debian, [])).toEqual({ packages: [], warnings: [], refusal: null });
  });

  it.each(/** @type {const} */ (['root', 'sudo']))(
    'installs as %s what is missing',
    (administrator) => {
      const plan = planInstall({ ...debian, administrator }, missing('emscripten', 'ninja'));
      expect(plan).toEqual({
        packages: ['emscripten', 'ninja-build'],
        warnings: [],
        refusal: null,
      });
    },
  );

  it('gives the exact command where there is no administrator', () => {
    const plan = planInstall({ ...debian, administrator: 'none' }, missing('emscripten', 'cmake'));
    expect(plan.packages).toEqual([]);
    expect(plan.refusal).toContain(
      'apt-get update && apt-get install --no-install-recommends emscripten cmake\n',
    );
  });

  it('names Homebrew packages and emsdk on macOS', () => {
    const mac = { ...debian, platform: 'darwin', distribution: '', hasApt: false };
    const { refusal } = planInstall(mac, missing('emscripten', 'ninja', 'chromium'));
    expect(refusal).toContain('brew install emscripten ninja && brew install --cask chromium');
    expect(refusal).toContain('emsdk');
    expect(refusal).toContain('Emscripten 3.1.6 or newer');
  });

  it('offers a container on another Linux', () => {
    const fedora = { ...debian, distribution: 'fedora', hasApt: false };
    const { packages, refusal } = planInstall(fedora, missing('cmake'));
    expect(packages).toEqual([]);
    expect(refusal).toContain('CMake 3.22 or newer');
    expect(refusal).toContain('container');
  });

  it('points to WSL on Windows', () => {
    const windows = { ...debian, platform: 'win32', distribution: '', hasApt: false };
    expect(planInstall(windows, missing('cmake')).refusal).toContain('WSL');
  });

  it('goes on without a browser on Ubuntu, and says how to name one', () => {
    const ubuntu = { ...debian, distribution: 'ubuntu' };
    const plan = planInstall(ubuntu, missing('googletest', 'chromium'));
    expect(plan.packages).toEqual(['libgtest-dev']);
    expect(plan.refusal).toBeNull();
    expect(plan.warnings).toEqual([expect.stringContaining('CHROMIUM=/path/to/chromium')]);
  });

  it('tells that the named browser cannot be run rather than installing another', () => {
    const plan = planInstall({ ...debian, chromium: '/no/such/browser' }, missing('chromium'));
    expect(plan.packages).toEqual([]);
    expect(plan.warnings).toEqual([expect.stringContaining('CHROMIUM=/no/such/browser')]);
  });
});

describe('requirements', () => {
  it('have different ids and a package for Debian and Homebrew each', () => {
    expect(new Set(requirements.map((one) => one.id)).size).toBe(requirements.length);
    for (const one of requirements) {
      expect(one.debian, one.id).toMatch(/^[a-z0-9+-]+$/);
      expect(one.brew, one.id).not.toBe('');
    }
  });

  it.each([
    ['3.1.6', '3.1.6', true],
    ['3.1.51', '3.1.6', true],
    ['4.0.0', '3.1.6', true],
    ['3.1.5', '3.1.6', false],
    ['2.0.12', '3.1.6', false],
    ['3.22.1', '3.22', true],
    ['3.9.4', '3.22', false],
    ['3.22', '3.22.1', false],
  ])('version %s against %s: %s', (version, least, enough) => {
    expect(isAtLeast(version, least)).toBe(enough);
  });
});

describe('sizes', () => {
  it('are read from what apt-get would fetch', () => {
    const text = [
      "'http://example.org/pool/main/c/cmake/cmake_3.25.1-1_amd64.deb' cmake_3.25.1-1_amd64.deb 8692248 SHA256:00ff",
      "'http://example.org/pool/g%2b%2b_12_amd64.deb' g++_4%3a12.2.0-3_amd64.deb 1300 MD5Sum:00ff",
      'Reading package lists...',
    ].join('\n');
    expect([...parsePrintUris(text)]).toEqual([
      ['cmake', 8_692_248],
      ['g++', 1300],
    ]);
  });

  it.each([
    [108_965_144, '109 MB'],
    [8_692_248, '8.7 MB'],
    [51_468, '0.1 MB'],
  ])('%s bytes are written as %s', (bytes, text) => {
    expect(megabytes(bytes)).toBe(text);
  });
});

describe('Node', () => {
  it.each(['v18.20.4', 'v16.0.0', 'v9.1.0'])(
    '%s is refused with a way to a newer one',
    (version) => {
      expect(nodeVersionProblem(version)).toMatch(
        new RegExp(`Node 20 or newer.*${version}.*nodejs`),
      );
    },
  );

  it.each(['v20.0.0', 'v22.1.0', 'v100.0.0'])('%s is welcome', (version) => {
    expect(nodeVersionProblem(version)).toBeNull();
  });
});

describe('node_modules', () => {
  const locked = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
    'node_modules/other-system': { version: '1.0.0', integrity: 'sha512-o', optional: true },
  };

  /**
   * How many packages are missing when npm wrote down that it installed these.
   * @param {object | null} installed null: npm wrote nothing down
   */
  function countWith(installed) {
    const folder = mkdtempSync(join(tmpdir(), 'posenc lock '));
    try {
      writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }));
      mkdirSync(join(folder, 'node_modules'));
      if (installed) {
        const record = join(folder, 'node_modules', '.package-lock.json');
        writeFileSync(record, JSON.stringify({ packages: installed }));
      }
      return countMissingPackages(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  const a = locked['node_modules/a'];
  const b = locked['node_modules/b'];

  it('is up to date without packages for other systems', () => {
    expect(countWith({ 'node_modules/a': a, 'node_modules/b': b })).toBe(0);
  });

  it('is installed as a whole when npm never finished', () => {
    expect(countWith(null)).toBe(3);
  });

  it('is behind when a package is absent, older or other than locked', () => {
    expect(countWith({ 'node_modules/a': a })).toBe(1);
    expect(countWith({ 'node_modules/a': a, 'node_modules/b': { ...b, version: '1.9.0' } })).toBe(
      1,
    );
    expect(countWith({ 'node_modules/a': a, 'node_modules/b': { ...b, integrity: 'x' } })).toBe(1);
  });
});

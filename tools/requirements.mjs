/**
 * What the project needs from the system, how to see whether it is there, and what it is called
 * elsewhere. A new requirement is one more entry in `requirements`.
 */
import { existsSync, realpathSync } from 'node:fs';
import { findProgram, isProgram, run } from './run.mjs';

/** The oldest releases that the build is written for. */
const oldest = { emscripten: '3.1.6', cmake: '3.22' };

/**
 * @typedef {'build' | 'test' | 'fuzz'} Purpose 'build' is enough for `npm start`; the others add to it
 */

/**
 * @typedef {object} Requirement
 * @property {string} id
 * @property {string} title how messages name it
 * @property {Purpose} purpose
 * @property {string} debian package of Debian and Ubuntu
 * @property {string} brew package of Homebrew
 * @property {() => Promise<boolean>} isPresent
 */

/**
 * Whether one dotted version is at least another: '3.22' is older than '3.22.1'.
 * @param {string} version
 * @param {string} least
 */
export function isAtLeast(version, least) {
  const have = version.split('.').map(Number);
  const need = least.split('.').map(Number);
  for (const [i, part] of need.entries()) {
    if ((have[i] ?? 0) !== part) return (have[i] ?? 0) > part;
  }
  return true;
}

/**
 * Whether a program is on PATH and says that it is new enough.
 * @param {string} program
 * @param {string} least
 */
async function hasVersion(program, least) {
  if (!findProgram(program)) return false;
  const { code, text } = await run(program, ['--version'], { output: 'keep' });
  const version = /\d+\.\d+(\.\d+)*/.exec(text.split('\n')[0] ?? '');
  return code === 0 && version !== null && isAtLeast(version[0], least);
}

/**
 * Whether the C++ compiler accepts a C++20 source that uses some headers.
 * @param {string[]} headers
 */
async function compiles(headers) {
  if (!findProgram('c++')) return false;
  const source = `${headers.map((header) => `#include <${header}>\n`).join('')}
    static_assert(__cplusplus >= 202002L);\n`;
  const parameters = ['-std=c++20', '-fsyntax-only', '-x', 'c++', '-'];
  return (await run('c++', parameters, { output: 'keep', input: source })).code === 0;
}

/**
 * Whether Clang is there and makes a program of a C++20 source with these parameters.
 * @param {string[]} parameters
 */
async function clangMakes(parameters) {
  if (!findProgram('clang++')) return false;
  const source =
    '#include <span>\nextern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n';
  const all = ['-std=c++20', ...parameters, '-o', '/dev/null', '-x', 'c++', '-'];
  return (await run('clang++', all, { output: 'keep', input: source })).code === 0;
}

/**
 * Whether a header can be found: by the compiler, or without one in the usual folders.
 * @param {string} header
 */
async function hasHeader(header) {
  if (!findProgram('c++')) {
    return ['/usr/include', '/usr/local/include'].some((folder) =>
      existsSync(`${folder}/${header}`),
    );
  }
  const source = `#if !__has_include(<${header}>)\n#error missing\n#endif\n`;
  const parameters = ['-E', '-x', 'c++', '-'];
  return (await run('c++', parameters, { output: 'keep', input: source })).code === 0;
}

/**
 * The browser for the tests: CHROMIUM, or the first Chromium or Chrome found. One from a snap does
 * not count: it cannot see the folder for temporary files, where a test browser keeps its profile.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) return isProgram(named) ? named : null;
  const names = ['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser'];
  const paths = [
    ...names.map(findProgram),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return paths.find((path) => path !== null && isProgram(path) && !isSnap(path)) ?? null;
}

/**
 * Whether a program comes from a snap, or is Ubuntu's placeholder for one.
 * @param {string} path
 */
function isSnap(path) {
  return (
    path.startsWith('/snap/') ||
    realpathSync(path).startsWith('/snap/') ||
    realpathSync(path) === '/usr/bin/snap' ||
    (path.endsWith('/chromium-browser') && existsSync('/snap'))
  );
}

/** @type {Requirement[]} */
export const requirements = [
  {
    id: 'emscripten',
    title: `Emscripten ${oldest.emscripten} or newer, which compiles C++ to WebAssembly`,
    purpose: 'build',
    debian: 'emscripten',
    brew: 'emscripten',
    isPresent: () => hasVersion('emcc', oldest.emscripten),
  },
  {
    id: 'cmake',
    title: `CMake ${oldest.cmake} or newer`,
    purpose: 'build',
    debian: 'cmake',
    brew: 'cmake',
    isPresent: () => hasVersion('cmake', oldest.cmake),
  },
  {
    id: 'ninja',
    title: 'Ninja',
    purpose: 'build',
    debian: 'ninja-build',
    brew: 'ninja',
    isPresent: () => Promise.resolve(findProgram('ninja') !== null),
  },
  {
    id: 'compiler',
    title: 'a C++20 compiler, for the native tests',
    purpose: 'test',
    debian: 'g++',
    brew: 'llvm',
    isPresent: () => compiles(['concepts', 'span']),
  },
  {
    id: 'googletest',
    title: 'GoogleTest',
    purpose: 'test',
    debian: 'libgtest-dev',
    brew: 'googletest',
    isPresent: () => hasHeader('gtest/gtest.h'),
  },
  {
    id: 'mpfr',
    title: 'MPFR, which judges the accuracy of the core',
    purpose: 'test',
    debian: 'libmpfr-dev',
    brew: 'mpfr',
    isPresent: () => hasHeader('mpfr.h'),
  },
  {
    id: 'benchmark',
    title: 'Google Benchmark',
    purpose: 'test',
    debian: 'libbenchmark-dev',
    brew: 'google-benchmark',
    isPresent: () => hasHeader('benchmark/benchmark.h'),
  },
  {
    id: 'clang-format',
    title: 'clang-format',
    purpose: 'test',
    debian: 'clang-format',
    brew: 'clang-format',
    isPresent: () => Promise.resolve(findProgram('clang-format') !== null),
  },
  {
    id: 'chromium',
    title: 'Chromium, for the browser tests',
    purpose: 'test',
    debian: 'chromium',
    brew: '--cask chromium',
    isPresent: () => Promise.resolve(findChromium() !== null),
  },
  {
    id: 'clang',
    title: 'Clang, for the fuzzer',
    purpose: 'fuzz',
    debian: 'clang',
    brew: 'llvm',
    isPresent: () => clangMakes(['-c']),
  },
  {
    id: 'libfuzzer',
    title: "libFuzzer and Clang's sanitizers",
    purpose: 'fuzz',
    debian: 'libclang-rt-dev',
    brew: 'llvm',
    isPresent: () => clangMakes(['-fsanitize=fuzzer,address,undefined']),
  },
];

/**
 * The requirements of a purpose that the system does not meet.
 * @param {Purpose} purpose
 * @returns {Promise<Requirement[]>}
 */
export async function findMissing(purpose) {
  const wanted = requirements.filter((one) => one.purpose === 'build' || one.purpose === purpose);
  const present = await Promise.all(wanted.map((one) => one.isPresent()));
  return wanted.filter((_, i) => !present[i]);
}

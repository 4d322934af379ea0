/**
 * Silence is never success: how results become "N passed, M failed".
 */
import { describe, expect, it, vi } from 'vitest';
import { inProject } from '../../tools/paths.mjs';
import {
  countOf,
  countSizes,
  countVitest,
  printSummary,
  readGoogleTest,
  withoutPassedTests,
} from '../../tools/test-layers.mjs';

describe('a layer', () => {
  it('counts what its tool reports', () => {
    expect(countOf('native', 12, 2, 1)).toMatchObject({ passed: 12, failed: 2, problems: [] });
  });

  it.each([0, 1])('without any test is a failure, whatever its exit code (%s)', (code) => {
    expect(countOf('native', 0, 0, code).failed).toBe(1);
  });

  it('that ends badly after passing tests is a failure', () => {
    expect(countOf('browser', 5, 0, 1)).toMatchObject({ passed: 5, failed: 1 });
  });
});

describe('a report of native tests', () => {
  it('tells failed tests from those that were skipped or disabled', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="10" failures="2" disabled="1" errors="0" time="0.1" name="AllTests">
  <testsuite name="A" tests="9" failures="2" disabled="1" skipped="1" errors="0" time="0.1">
    <testcase name="tests" file="a.cpp" line="3" status="run" result="completed" time="0.1"/>
  </testsuite>
  <testsuite name="B" tests="1" failures="0" disabled="0" skipped="0" errors="0" time="0.">`;
    expect(readGoogleTest(xml)).toEqual({ passed: 6, failed: 2 });
  });

  it('is read aloud without the tests that passed', () => {
    const text = [
      'Test project /build',
      '        Start  1: Good.One',
      ' 1/2 Test  #1: Good.One ....   Passed    0.01 sec',
      '        Start  2: Bad.Two',
      ' 2/2 Test  #2: Bad.Two ....***Failed    0.01 sec',
      'expected 1, got 2',
      '50% tests passed, 1 tests failed out of 2',
    ].join('\n');
    expect(withoutPassedTests(text).split('\n')).toEqual([
      'Test project /build',
      ' 2/2 Test  #2: Bad.Two ....***Failed    0.01 sec',
      'expected 1, got 2',
      '50% tests passed, 1 tests failed out of 2',
    ]);
  });

  it('that is broken off counts nothing', () => {
    expect(readGoogleTest('')).toEqual({ passed: 0, failed: 0 });
  });
});

describe('a Vitest report', () => {
  /**
   * @param {string} path
   * @param {string} status
   * @param {string[]} tests
   */
  const file = (path, status, ...tests) => ({
    name: inProject(path),
    status,
    assertionResults: tests.map((one) => ({ status: one })),
  });

  const good = [
    file('tests/wasm/a.test.ts', 'passed', 'passed', 'passed'),
    file('tests/web/b.test.ts', 'passed', 'passed'),
    file('tests/content/c.test.ts', 'passed', 'passed', 'skipped'),
    file('tests/cli/d.test.ts', 'passed', 'passed'),
  ];

  /**
   * @param {ReturnType<typeof countVitest>} counts
   */
  const sums = (counts) => counts.map(({ layer, passed, failed }) => [layer, passed, failed]);

  it('is counted layer by layer', () => {
    expect(sums(countVitest({ testResults: good }, 0))).toEqual([
      ['WebAssembly', 2, 0],
      ['components', 1, 0],
      ['content', 1, 0],
      ['commands', 1, 0],
    ]);
  });

  it('has a failure for a layer without tests', () => {
    const [first] = countVitest({ testResults: good.slice(1) }, 0);
    expect(first).toMatchObject({ layer: 'WebAssembly', passed: 0, failed: 1 });
  });

  it('has a failure for a file that could not be loaded', () => {
    const broken = [...good, file('tests/web/broken.test.ts', 'failed')];
    expect(countVitest({ testResults: broken }, 1)[1]).toMatchObject({ passed: 1, failed: 1 });
  });

  it('has a failure for an error outside the tests', () => {
    expect(sums(countVitest({ testResults: good }, 1)).at(-1)).toEqual(['Vitest', 0, 1]);
  });
});

describe('sizes', () => {
  const fits = { name: 'page', passed: true, size: 100, sizeLimit: 130 };

  it('fail when they are too large', () => {
    const large = { name: 'core', passed: false, size: 62, sizeLimit: 60 };
    expect(countSizes([fits, large], 1)).toMatchObject({ passed: 1, failed: 1, problems: [] });
  });

  it('fail when there is nothing to measure', () => {
    const { passed, failed, problems } = countSizes(
      [fits, { name: 'gone', passed: true, size: 0 }],
      0,
    );
    expect([passed, failed]).toEqual([1, 1]);
    expect(problems).toEqual(['sizes: no file for "gone"']);
  });
});

describe('the summary', () => {
  it.each([
    [[countOf('a', 3, 0, 0), countOf('b', 4, 0, 0)], '7 passed, 0 failed', 0],
    [[countOf('a', 3, 1, 1), countOf('b', 0, 0, 0)], '3 passed, 2 failed', 1],
  ])('ends with the sums: %#', (counts, lastLine, exitCode) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      expect(printSummary(counts)).toBe(exitCode);
      const text = log.mock.calls.map((call) => String(call[0])).join('\n');
      expect(text.split('\n').at(-1)).toBe(lastLine);
    } finally {
      log.mockRestore();
    }
  });
});

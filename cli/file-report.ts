/** What the command says of one file: as an object, as lines for people, as a JUnit report. */
import { number } from '../web/verdict/verdict-text.ts';

/** One line of `--json`. The fields are stable. */
export interface FileReport {
  challenge: string;
  language: 'javascript' | 'python' | null;
  passed: boolean;
  cases: { passed: number; total: number };
  /** Numbers that are not finite are null here; a mistake names them. */
  firstDifference: {
    case: string;
    index: number[];
    expected: number | null;
    got: number | null;
  } | null;
  mistakes: { id: string; convention: boolean; message: string }[];
  notes: { id: string; message: string }[];
  error: { kind: string; message: string; line: number | null } | null;
  seed: number;
  file: string;
}

/** The file was not judged: it could not be read, or no code of this kind can be run. */
export const kNotChecked = [
  'unreadable',
  'unknown-challenge',
  'unknown-language',
  'not-run',
] as const;

export function wasChecked({ error }: FileReport): boolean {
  return error === null || !(kNotChecked as readonly string[]).includes(error.kind);
}

function heading(report: FileReport): string {
  const { file, challenge, passed, cases } = report;
  const verdict = passed ? 'passed' : wasChecked(report) ? 'not passed' : 'not checked';
  const count = wasChecked(report) ? ` (${cases.passed} of ${cases.total} cases)` : '';
  return `${file}: ${challenge}: ${verdict}${count}`;
}

/** What is wrong, the most telling first: an error, the mistakes, the first difference. */
function findings({ error, mistakes, firstDifference }: FileReport): string[] {
  const said: string[] = [];
  if (error) said.push(`${error.line === null ? '' : `line ${error.line}: `}${error.message}`);
  said.push(...mistakes.map(({ message }) => message));
  if (firstDifference) {
    const { index, expected, got } = firstDifference;
    const place = index.map((one) => `[${one}]`).join('');
    said.push(
      `first difference: ${firstDifference.case}: result${place} should be ${shown(expected)}, is ${shown(got)}`,
    );
  }
  return said;
}

/** One of many files. */
export function line(report: FileReport): string {
  const [first] = findings(report);
  return first === undefined ? heading(report) : `${heading(report)}: ${first}`;
}

/** The only file. */
export function lines(report: FileReport): string[] {
  const { passed, notes } = report;
  const text = [heading(report), ...findings(report).map((one) => `  ${one}`)];
  for (const { message } of notes) text.push(`  note: ${message}`);
  if (!passed && wasChecked(report)) text.push(`  the same cases again: --seed ${report.seed}`);
  return text;
}

function shown(value: number | null): string {
  return value === null ? 'not a finite number' : number(value);
}

/** One suite, one test for each file. */
export function junit(challenge: string, reports: readonly FileReport[]): string {
  const failures = reports.filter((report) => !report.passed && wasChecked(report)).length;
  const errors = reports.filter((report) => !wasChecked(report)).length;
  const tests = reports.map((report) => {
    const head = `    <testcase classname="${xml(challenge)}" name="${xml(report.file)}"`;
    if (report.passed) return `${head} />`;
    const kind = wasChecked(report) ? 'failure' : 'error';
    const [, ...said] = lines(report);
    const text = said.map((line) => line.trim());
    return (
      `${head}>\n      <${kind} message="${xml(text[0] ?? 'not passed')}">` +
      `${xml(text.join('\n'))}</${kind}>\n    </testcase>`
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${xml(challenge)}" tests="${reports.length}" failures="${failures}" errors="${errors}">`,
    ...tests,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const kEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** Text for XML 1.0, which has no way to write most control characters. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"\n]/g, (character) => kEscapes[character] ?? character);
}

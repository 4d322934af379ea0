/** Many files at a glance: how many passed, and which mistakes are commonest. */
import { wasChecked, type FileReport } from './file-report.ts';

/** The object `class` of `--json`. The fields are stable. */
export interface ClassView {
  challenge: string;
  files: number;
  passed: number;
  notPassed: number;
  notChecked: number;
  /** Each counted once for a file, the commonest first. */
  mistakes: { id: string; files: number }[];
  errors: { kind: string; files: number }[];
  /** Files that did not pass, without an error or a mistake that has a name. */
  unnamed: number;
}

export function classView(challenge: string, reports: readonly FileReport[]): ClassView {
  const passed = reports.filter((report) => report.passed).length;
  const notChecked = reports.filter((report) => !wasChecked(report)).length;
  const unnamed = reports.filter(
    (report) =>
      !report.passed && wasChecked(report) && report.error === null && report.mistakes.length === 0,
  ).length;
  const mistakes = countOf(reports.map((report) => report.mistakes.map(({ id }) => id)));
  const errors = countOf(reports.map(({ error }) => (error === null ? [] : [error.kind])));
  return {
    challenge,
    files: reports.length,
    passed,
    notPassed: reports.length - passed - notChecked,
    notChecked,
    mistakes: mistakes.map(([id, files]) => ({ id, files })),
    errors: errors.map(([kind, files]) => ({ kind, files })),
    unnamed,
  };
}

/** In how many of the lists each name stands; the commonest first, then by name. */
function countOf(lists: readonly (readonly string[])[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of lists.flatMap((list) => [...new Set(list)])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

export function classLines(view: ClassView): string[] {
  const { challenge, files, passed, notPassed, notChecked, mistakes, errors, unnamed } = view;
  const rows = [
    ...mistakes.map(({ id, files: count }) => [count, id] as const),
    ...errors.map(({ kind, files: count }) => [count, `error: ${kind}`] as const),
    ...(unnamed === 0 ? [] : [[unnamed, 'no mistake with a name'] as const]),
  ];
  return [
    `${challenge}: ${files} files: ${passed} passed, ${notPassed} not passed, ${notChecked} not checked`,
    ...rows.map(([count, name]) => `${String(count).padStart(5)}  ${name}`),
  ];
}

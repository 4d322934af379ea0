/**
 * Checks solution files from a terminal, with the interpreter and the grader of the page.
 *
 * Exit code 0: all passed. 1: some did not pass. 2: some could not be checked, or the command line
 * is wrong.
 */
import { randomInt } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { CoreError } from '../web/bindings/errors.ts';
import type { ChallengeCase, Grader, Verdict } from '../web/bindings/grading.ts';
import { challengeCases, grade } from '../web/bindings/grading.ts';
import { loadGraderFrom } from '../web/bindings/load-in-node.ts';
import { entryName } from '../web/sandbox/entry-name.ts';
import { argumentsText } from '../web/sandbox/literals.ts';
import type { Language, RunReport } from '../web/sandbox/protocol.ts';
import { normaliseSource, tooLongMessage } from '../web/sandbox/source-text.ts';
import { verdictText } from '../web/verdict/verdict-text.ts';
import { kMaxSeed, kUsage, readArguments } from './arguments.ts';
import type { Options } from './arguments.ts';
import { classLines, classView } from './class-view.ts';
import { feedbackTexts } from './feedback-texts.ts';
import type { FileReport } from './file-report.ts';
import { junit, line, lines, wasChecked } from './file-report.ts';
import { kNativeLimits, runNativePython } from './native-python.ts';
import { runSolution } from './solution-run.ts';

const kPassed = 0;
const kNotPassed = 1;
const kNotChecked = 2;

const kHelp = `${kUsage}

Checks each FILE against the cases of CHALLENGE: ${[...feedbackTexts.keys()].join(', ')}
A file of JavaScript (.js, .mjs, .cjs) or Python (.py: plain lists, no NumPy) holds the function of the
challenge and whatever it needs. It is run by the interpreter of the page. A folder stands for the files
in it that end so. Several files get a line each, and how often each mistake was made; they are checked
at the same time on all processors.

  --json      one JSON object for each file, a line each, on standard output; behind a folder's files
              one more, {"class": ...}, with how often each mistake was made
  --junit F   write a JUnit report to the file F
  --seed N    the random cases of an earlier check (0 to ${kMaxSeed}); a new seed without it
  --python P  run Python files with the Python P, such as python3: NumPy arrays and PyTorch tensors may
              be returned. The files get an empty environment and ${kNativeLimits.perRun / 1000} seconds, but have your own rights:
              they can read and change your files and use the network. Check what you do not trust in
              a container or a virtual machine.
  --help      this text

Exit code 0: all passed; 1: some did not pass; 2: some could not be checked.
`;

const kLanguageOf: Record<string, Language> = {
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.py': 'python',
};

/** What a report calls a language. */
const kLanguageNames = { js: 'javascript', python: 'python' } as const;

const kNativeWarning =
  'warning: --python runs the files with your rights; check what you do not trust in a container';

/** Files are named from where the command was typed. */
const fromCaller = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);

interface Bench {
  grader: Grader;
  cases: ChallengeCase[];
}

/** The challenge's cases and what runs and judges them, or why there are none. */
async function prepare(challenge: string, seed: number): Promise<Bench | { unknown: string }> {
  const grader = await loadGraderFrom(new URL('../wasm/', import.meta.url));
  try {
    return { grader, cases: challengeCases(grader, challenge, seed) };
  } catch (error) {
    if (!(error instanceof CoreError) || error.code !== 'unknown-name') throw error;
    return {
      unknown: `There is no challenge ${challenge}. There are: ${[...feedbackTexts.keys()].join(', ')}.`,
    };
  }
}

async function check(
  bench: Bench | { unknown: string },
  { challenge, python }: Options,
  file: string,
  seed: number,
): Promise<FileReport> {
  const language = kLanguageOf[extname(file).toLowerCase()];
  const report: FileReport = {
    challenge,
    language: language === undefined ? null : kLanguageNames[language],
    passed: false,
    cases: { passed: 0, total: 'cases' in bench ? bench.cases.length : 0 },
    firstDifference: null,
    mistakes: [],
    notes: [],
    error: null,
    seed,
    file,
  };
  const failed = (kind: string, message: string): FileReport => ({
    ...report,
    error: { kind, message, line: null },
  });

  if ('unknown' in bench) return failed('unknown-challenge', bench.unknown);
  if (language === undefined) {
    return failed(
      'unknown-language',
      `Only JavaScript and Python files can be checked: ${Object.keys(kLanguageOf).join(', ')}.`,
    );
  }
  let bytes: Buffer;
  try {
    bytes = await readFile(fromCaller(file));
  } catch (error) {
    return failed('unreadable', unreadable(error));
  }
  const source = normaliseSource(bytes.toString('utf8'));
  if (!source.ok) return failed('too-long', tooLongMessage(source.length));

  const functionName = entryName(language, challenge);
  const request = {
    language,
    source: source.text,
    entry: functionName,
    cases: bench.cases.map((one) => ({ argumentsText: argumentsText(language, one.arguments) })),
  };
  const run = await (python !== undefined && language === 'python'
    ? runNativePython(python, request)
    : runSolution(request));
  if (run.outcome === 'blocked' || run.outcome === 'stopped') {
    return failed('not-run', run.reason ?? 'The interpreter could not be started.');
  }
  return judge(bench, report, run, functionName);
}

function judge(bench: Bench, report: FileReport, run: RunReport, functionName: string): FileReport {
  const verdict = grade(bench.grader, report.challenge, report.seed, run.answers);
  const text = verdictText(verdict, feedbackTexts.get(report.challenge) ?? new Map(), {
    functionName,
    answers: run.answers,
  });
  const error = errorOf(verdict, run);
  const problem =
    text.problem && !error
      ? [{ id: text.problem.id, convention: false, message: text.problem.message }]
      : [];
  return {
    ...report,
    passed: verdict.passed && run.outcome === 'done',
    cases: { passed: verdict.casesPassed, total: verdict.casesTotal },
    firstDifference: verdict.firstDifference && {
      case: verdict.firstDifference.caseName,
      index: verdict.firstDifference.index,
      expected: finite(verdict.firstDifference.expected),
      got: finite(verdict.firstDifference.got),
    },
    mistakes: [...problem, ...text.mistakes],
    notes: text.notes,
    error,
  };
}

/** Problems of the code itself, rather than of what it returns. */
const kCodeProblems: Record<string, string> = {
  threw: 'The code threw an error.',
  timeout: 'This took too long and was stopped. Does a loop never end?',
  'out-of-memory': 'This needs more memory than there is. Does a list grow without an end?',
};

function errorOf({ problem }: Verdict, run: RunReport): FileReport['error'] {
  if (run.outcome === 'crashed') {
    return {
      kind: 'crashed',
      message: run.reason ?? 'The code broke the interpreter.',
      line: null,
    };
  }
  const otherwise = problem ? kCodeProblems[problem.id] : undefined;
  if (!problem || otherwise === undefined) return null;
  const line = run.error && run.error.line > 0 ? run.error.line : null;
  const thrownKind = run.error === undefined || run.error.kind === '' ? 'thrown' : run.error.kind;
  const kind = problem.id === 'threw' ? thrownKind : problem.id;
  return { kind, message: run.error?.message ?? otherwise, line };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return 'There is no such file.';
    case 'EISDIR':
      return 'This is a folder.';
    case 'EACCES':
      return 'The file may not be read.';
    default:
      return `The file could not be read (${String(code)}).`;
  }
}

/** A folder's files of a language, by name; anything else is itself. */
async function expand(file: string): Promise<{ files: string[]; isFolder: boolean }> {
  const isFolder = await stat(fromCaller(file)).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return { files: [file], isFolder };
  const names = await readdir(fromCaller(file)).catch(() => []);
  const files = names.filter((name) => extname(name).toLowerCase() in kLanguageOf).sort();
  // A folder without any is reported as the file that it is not.
  if (files.length === 0) return { files: [file], isFolder: false };
  return { files: files.map((name) => join(file, name)), isFolder };
}

/** Calls `work` for every item, as many at a time as there are processors, and `done` in their order. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  done: (result: Result) => void,
): Promise<void> {
  const running = new Set<Promise<unknown>>();
  let reported = Promise.resolve();
  for (const item of items) {
    while (running.size >= availableParallelism()) await Promise.race(running);
    const result = work(item);
    const ended = result.finally(() => running.delete(ended));
    running.add(ended);
    reported = reported.then(() => result).then(done);
  }
  await reported;
}

async function checkAll(options: Options): Promise<number> {
  const { challenge, json, junit: junitFile, seed: given, python } = options;
  const seed = given ?? randomInt(kMaxSeed);
  const bench = await prepare(challenge, seed);
  const expanded = await Promise.all(options.files.map(expand));
  const files = expanded.flatMap((one) => one.files);
  if (python !== undefined) console.error(kNativeWarning);
  const reports: FileReport[] = [];
  await inParallel(
    files,
    (file) => check(bench, options, file, seed),
    (report) => {
      reports.push(report);
      const said = files.length > 1 ? [line(report)] : lines(report);
      process.stdout.write(json ? `${JSON.stringify(report)}\n` : `${said.join('\n')}\n`);
    },
  );
  const view = classView(challenge, reports);
  if (json && expanded.some(({ isFolder }) => isFolder)) {
    process.stdout.write(`${JSON.stringify({ class: view })}\n`);
  }
  if (!json && files.length > 1) {
    process.stdout.write(
      `\n${classLines(view).join('\n')}\nthe same cases again: --seed ${seed}\n`,
    );
  }
  if (junitFile !== undefined) {
    try {
      await writeFile(fromCaller(junitFile), junit(challenge, reports));
    } catch (error) {
      console.error(`the JUnit report could not be written to ${junitFile}: ${unreadable(error)}`);
      return kNotChecked;
    }
  }
  if (!reports.every(wasChecked)) return kNotChecked;
  return reports.every(({ passed }) => passed) ? kPassed : kNotPassed;
}

async function main(words: readonly string[]): Promise<number> {
  const read = readArguments(words);
  if (read.kind === 'help') {
    process.stdout.write(kHelp);
    return kPassed;
  }
  if (read.kind === 'wrong') {
    console.error(`${read.message}\n${kUsage}`);
    return kNotChecked;
  }
  try {
    return await checkAll(read.options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`the check could not be made: ${reason}`);
    return kNotChecked;
  }
}

process.exitCode = await main(process.argv.slice(2));

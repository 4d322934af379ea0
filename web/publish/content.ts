import { readdirSync, readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import {
  challengeSchema,
  claimsSchema,
  lessonSchema,
  quizSchema,
  sectionSchema,
  sourcesSchema,
} from './schemas.ts';

/** The content folder of one locale, read and checked; nothing rendered yet. */
export interface Content {
  lesson: {
    title: string;
    tagline: string;
    description: string;
    /** the figure beside the title */
    hero: { figure: string; id: string; values: Record<string, string>; caption: string };
    /** figures of the sections that have the page for lectures too, by their ids, in its order */
    playgrounds: { id: string; title: string }[];
    /** where errors are reported: an address with places, or 'copy' for lines to send by hand */
    report?: string;
  };
  sections: SectionContent[];
  sources: Record<string, Source>;
  glossary: GlossaryEntry[];
  challenges: ChallengeContent[];
}

export interface SectionContent {
  /** the folder's name without its number: `rates` */
  id: string;
  number: number;
  title: string;
  /** the Markdown after the title */
  text: string;
  minutes: number;
  shortPath: boolean;
  sources: string[];
  questions: Question[];
  claims: Claim[];
}

/** A statement in circulation; whether it holds is the core's to say. */
export interface Claim {
  id: string;
  statement: string;
  explanation: string;
}

export interface Source {
  title: string;
  authors: string;
  year: number;
  link: string;
}

export interface GlossaryEntry {
  id: string;
  term: string;
  text: string;
}

export interface ChallengeContent {
  id: string;
  /** beside the main path */
  further: boolean;
  prompt: string;
  hints: string[];
  feedback: string;
  starter: Record<Language, string>;
  solution: Record<Language, string>;
}

/** The forms that code is shown in; the first two can be run. */
export type Language = 'js' | 'py' | 'numpy' | 'pytorch';

interface ChoiceOption {
  text: string;
  correct?: boolean;
  feedback: string;
}

interface QuestionBase {
  id: string;
  prompt: string;
}

export type Question =
  | (QuestionBase & {
      kind: 'single' | 'several';
      options: (ChoiceOption & { correct: boolean })[];
    })
  | (QuestionBase & { kind: 'predict'; options: ChoiceOption[]; reveal: string })
  | (QuestionBase & {
      kind: 'number';
      parameters: Record<string, number[]>;
      answer: string;
      tolerance: number;
      feedback: { correct: string; wrong: string };
      near?: { value: string; feedback: string }[];
    })
  | (QuestionBase & {
      kind: 'order';
      items: { text: string; why?: string }[];
      feedback: { correct: string; wrong: string };
    });

const ajv = new Ajv({ allErrors: true, discriminator: true });
const validators = {
  lesson: ajv.compile(lessonSchema),
  section: ajv.compile(sectionSchema),
  quiz: ajv.compile(quizSchema),
  claims: ajv.compile(claimsSchema),
  sources: ajv.compile(sourcesSchema),
  challenge: ajv.compile(challengeSchema),
};

/**
 * Reads `folder` (web/content/en). @throws {Error} naming the file and what is wrong with it
 */
export function readContent(folder: string): Content {
  const names = readdirSync(folder)
    .filter((name) => /^\d\d-/.test(name))
    .sort();
  const sections = names.map((name) => readSection(path.join(folder, name), name));
  const challengesFolder = path.join(folder, 'challenges');
  const content: Content = {
    lesson: readJson(path.join(folder, 'lesson.json'), validators.lesson),
    sections,
    sources: readJson(path.join(folder, 'sources.json'), validators.sources),
    glossary: readGlossary(path.join(folder, 'glossary.md')),
    challenges: existsSync(challengesFolder)
      ? readdirSync(challengesFolder, { withFileTypes: true })
          .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
          .sort()
          .map((id) => readChallenge(path.join(challengesFolder, id), id))
      : [],
  };
  checkWhole(content);
  return content;
}

function readSection(folder: string, name: string): SectionContent {
  const file = path.join(folder, 'text.md');
  const written = readText(file);
  const title = /^# (.+)\n/.exec(written);
  if (title === null) throw new Error(`${file}: the first line must be the title: # Title`);
  const quiz = path.join(folder, 'quiz.json');
  const claims = path.join(folder, 'claims.json');
  return {
    id: name.slice(3),
    number: Number(name.slice(0, 2)),
    title: title[1]!.trim(),
    text: written.slice(title[0].length),
    ...readJson<Pick<SectionContent, 'minutes' | 'shortPath' | 'sources'>>(
      path.join(folder, 'section.json'),
      validators.section,
    ),
    questions: existsSync(quiz)
      ? readJson<{ questions: Question[] }>(quiz, validators.quiz).questions
      : [],
    claims: existsSync(claims)
      ? readJson<{ claims: Claim[] }>(claims, validators.claims).claims
      : [],
  };
}

function readGlossary(file: string): GlossaryEntry[] {
  return readText(file)
    .split(/^## /m)
    .slice(1)
    .map((entry) => {
      const [term = '', ...lines] = entry.split('\n');
      return {
        id: term.trim().replaceAll(' ', '-'),
        term: term.trim(),
        text: lines.join('\n').trim(),
      };
    });
}

function readChallenge(folder: string, id: string): ChallengeContent {
  const code = (name: string) => readText(path.join(folder, name));
  const settings = path.join(folder, 'challenge.json');
  return {
    id,
    ...(existsSync(settings)
      ? readJson<Pick<ChallengeContent, 'further'>>(settings, validators.challenge)
      : { further: false }),
    prompt: code('prompt.md'),
    hints: code('hints.md')
      .split(/^---$/m)
      .map((hint) => hint.trim()),
    feedback: code('feedback.md'),
    starter: { js: code('starter.js'), py: code('starter.py'), numpy: '', pytorch: '' },
    solution: {
      js: code('solution.js'),
      py: code('solution.py'),
      numpy: code('solution.numpy.py'),
      pytorch: code('solution.pytorch.py'),
    },
  };
}

function readText(file: string): string {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
}

function readJson<Value>(file: string, validate: ValidateFunction): Value {
  let value: unknown;
  try {
    value = JSON.parse(readText(file));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!validate(value)) {
    const faults = (validate.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message}`);
    throw new Error(`${file}: ${[...new Set(faults)].join('; ')}`);
  }
  return value as Value;
}

/** What no single file can show: ids that are used twice, questions without a right answer. */
function checkWhole(content: Content): void {
  const seen = new Set<string>();
  for (const section of content.sections) {
    for (const id of [
      section.id,
      ...[...section.questions, ...section.claims].map((one) => one.id),
    ]) {
      if (seen.has(id)) throw new Error(`section ${section.id}: the id "${id}" is used twice`);
      seen.add(id);
    }
    for (const source of section.sources) {
      if (!(source in content.sources)) {
        throw new Error(`section ${section.id}: sources.json has no "${source}"`);
      }
    }
    for (const question of section.questions) {
      if (question.kind !== 'single' && question.kind !== 'several') continue;
      const right = question.options.filter((option) => option.correct).length;
      if (right === 0 || (question.kind === 'single' && right !== 1)) {
        throw new Error(`question ${question.id}: ${right} options are marked as correct`);
      }
    }
  }
  for (const challenge of content.challenges) {
    if (challenge.hints.length > 4) {
      throw new Error(`challenge ${challenge.id}: ${challenge.hints.length} hints; at most 4`);
    }
  }
}

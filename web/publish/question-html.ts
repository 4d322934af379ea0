import { createHash } from 'node:crypto';
import type { MarkdownIt } from 'markdown-it';
import type { NumberQuestion } from '../components/question/question-element.ts';
import { text } from '../components/strings/strings.ts';
import type { Question } from './content.ts';
import { contentHash } from './content-hash.ts';
import { escapeHtml } from './escape.ts';
import { boxStandIn, choiceStandIn, textStandIn } from './stand-in.ts';

/**
 * A question that the element `<posenc-question>` brings to life. Readers without scripts,
 * and paper, get the answers in a fold below it.
 */
export function questionHtml(
  question: Question,
  md: MarkdownIt,
  printAnswer: (reference: string) => string,
): string {
  const inline = (source: string) => md.renderInline(source);
  const kind = text(`question.kind.${question.kind}`);
  const parts = partsOf(question, md, printAnswer);
  return (
    `<posenc-question id="${question.id}" data-kind="${question.kind}" data-hash="${contentHash(question)}">\n` +
    `<p class="question-kind">${escapeHtml(text('question.label'))} · ${escapeHtml(kind)}</p>\n` +
    `<fieldset><legend>${inline(withPlaces(question))}</legend>\n${parts.body}</fieldset>\n` +
    `<div class="question-actions">` +
    `<button type="button" class="primary" data-action="check">${escapeHtml(text(question.kind === 'predict' ? 'question.reveal' : 'question.check'))}</button>` +
    `<button type="button" data-action="again" hidden>${escapeHtml(text(question.kind === 'number' ? 'question.newNumbers' : 'question.again'))}</button>` +
    `<p class="question-result" role="status"></p></div>\n` +
    `<details class="question-answers"><summary>${escapeHtml(text('question.answers'))}</summary>\n${parts.answers}</details>\n` +
    `${parts.data}</posenc-question>\n`
  );
}

interface Parts {
  body: string;
  answers: string;
  data: string;
}

function partsOf(
  question: Question,
  md: MarkdownIt,
  printAnswer: (reference: string) => string,
): Parts {
  const inline = (source: string) => md.renderInline(source);
  switch (question.kind) {
    case 'single':
    case 'several':
    case 'predict': {
      const shown =
        question.kind === 'predict' ? question.options : mixed(question.options, question.id);
      const options = shown.map(
        (option) =>
          `<li${option.correct === undefined ? '' : ` data-correct="${option.correct}"`}>` +
          `<label>${question.kind === 'several' ? boxStandIn : choiceStandIn} <span>${inline(option.text)}</span></label>` +
          `<div class="option-feedback" hidden></div></li>\n`,
      );
      const answers = shown.map((option, i) => {
        const verdict =
          option.correct === undefined
            ? ''
            : `<strong>${escapeHtml(text(option.correct ? 'question.correctOption' : 'question.wrongOption'))}:</strong> `;
        return `<li>${inline(option.text)}<br>${verdict}<span data-option="${i}">${inline(option.feedback)}</span></li>\n`;
      });
      const reveal = question.kind === 'predict' ? `<p>${inline(question.reveal)}</p>\n` : '';
      return {
        body:
          `<ul class="options">\n${options.join('')}</ul>\n` +
          (question.kind === 'predict'
            ? `<div class="question-reveal" hidden>${reveal}</div>\n`
            : ''),
        answers: `<ul>\n${answers.join('')}</ul>\n${reveal}`,
        data: '',
      };
    }
    case 'number': {
      for (const { where, source } of feedbackOf(question))
        refusePlaces(question.id, where, source);
      const first = (source: string) =>
        source.replace(/\{(\w+)\}/g, (place, name: string) =>
          String(question.parameters[name]?.[0] ?? place),
        );
      const data: NumberQuestion = {
        parameters: question.parameters,
        answer: question.answer,
        tolerance: question.tolerance,
        feedback: {
          correct: inline(question.feedback.correct),
          wrong: inline(question.feedback.wrong),
        },
        near: (question.near ?? []).map((slip) => ({
          value: slip.value,
          feedback: inline(slip.feedback),
        })),
      };
      const answer = text('question.answerIs', {
        value: printAnswer(first(question.answer)),
        tolerance: question.tolerance,
      });
      return {
        body:
          `<p class="number-answer"><label>${escapeHtml(text('question.number'))} ` +
          `${textStandIn('')}</label></p>\n` +
          `<div class="number-feedback" hidden></div>\n`,
        answers: `<p>${escapeHtml(answer)} ${data.feedback.correct}</p>\n`,
        data: `<script type="application/json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`,
      };
    }
    case 'order': {
      const items = shuffledAway(question.items.map((item, place) => ({ ...item, place })));
      const rows = items.map((item) => {
        const plain = escapeHtml(item.text);
        const button = (move: 'up' | 'down', sign: string) =>
          `<button type="button" data-move="${move}" aria-label="${escapeHtml(text(`question.${move}`, { item: item.text }))}">${sign}</button>`;
        return `<li data-place="${item.place}"><span class="order-text">${plain}</span>${button('up', '↑')}${button('down', '↓')}</li>\n`;
      });
      const why = question.items.map(
        (item) =>
          `<li>${inline(item.text)}${item.why === undefined ? '' : `: ${inline(item.why)}`}</li>\n`,
      );
      const rightOrder = `<ol>\n${why.join('')}</ol>\n`;
      return {
        body:
          `<ol class="order">\n${rows.join('')}</ol>\n` +
          `<div class="order-feedback" data-for="right" hidden><p>${inline(question.feedback.correct)}</p>${rightOrder}</div>\n` +
          `<div class="order-feedback" data-for="wrong" hidden><p>${inline(question.feedback.wrong)}</p></div>\n`,
        answers: `<p>${escapeHtml(text('question.rightOrder'))}</p>\n${rightOrder}<p>${inline(question.feedback.correct)}</p>\n`,
        data: '',
      };
    }
  }
}

/** The places `{p}` of a numeric prompt as spans that the element can refill. */
function withPlaces(question: Question): string {
  if (question.kind !== 'number') return question.prompt;
  return question.prompt.replace(/\{(\w+)\}/g, (place, name: string) =>
    question.parameters[name] === undefined
      ? missingParameter(question.id, place)
      : `${placeOpen}${name}:${question.parameters[name][0]}${placeClose}`,
  );
}

// Private-use characters survive Markdown; `fillPlaces` turns them into elements afterwards.
const placeOpen = '\u{E000}';
const placeClose = '\u{E001}';

/** Finishes what withPlaces began, on rendered HTML. */
export function fillPlaces(html: string): string {
  return html.replace(
    new RegExp(`${placeOpen}(\\w+):([^${placeClose}]*)${placeClose}`, 'g'),
    '<span data-parameter="$1">$2</span>',
  );
}

type NumericQuestion = Extract<Question, { kind: 'number' }>;

function feedbackOf({ feedback, near }: NumericQuestion): { where: string; source: string }[] {
  return [
    { where: 'the feedback "correct"', source: feedback.correct },
    { where: 'the feedback "wrong"', source: feedback.wrong },
    ...(near ?? []).map((slip) => ({
      where: `the feedback to ${slip.value}`,
      source: slip.feedback,
    })),
  ];
}

/** Feedback is rendered once, in the build: a place in it would never be filled. */
function refusePlaces(id: string, where: string, source: string): void {
  // Braces in a formula are TeX's; doubled ones hold a reference.
  const place = /(?<!\{)\{\w+\}(?!\})/.exec(source.replace(/\$[^$]*\$/g, ''));
  if (place !== null) {
    throw new Error(`question ${id}: ${where} has the place ${place[0]}; only prompts have places`);
  }
}

function missingParameter(id: string, place: string): never {
  throw new Error(`question ${id}: the prompt asks for ${place}, which parameters lacks`);
}

/**
 * The options in an order that depends on the question alone: authors write the right one first, and
 * a reader must not learn that.
 */
function mixed<Option>(options: readonly Option[], id: string): Option[] {
  const key = (i: number) => createHash('sha256').update(`${id} ${i}`).digest('hex');
  return options
    .map((option, i) => ({ option, key: key(i) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ option }) => option);
}

/** The items in an order in which none is at its place: the halves exchanged. */
function shuffledAway<Item>(items: readonly Item[]): Item[] {
  const cut = Math.floor(items.length / 2);
  return [...items.slice(cut), ...items.slice(0, cut)];
}

// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { standingOf, type StandingItem } from '../../../web/components/progress/standing.ts';
import type { ScormVersion } from '../../../web/embed/scorm/find-api.ts';
import { commitPause, ScormSession } from '../../../web/embed/scorm/session.ts';
import { decode, encode } from '../../../web/embed/scorm/suspend-data.ts';
import { OpenEdx } from './open-edx.ts';
import { keptBy, strictLms, type LmsOptions, type StrictLms } from './strict-lms.ts';

/** A lesson as large as the real one may become: 12 sections, 60 questions, 7 challenges. */
function lesson(done: (i: number) => boolean, right = done): StandingItem[] {
  const kinds = [
    ...Array<'section'>(12).fill('section'),
    ...Array<'question'>(60).fill('question'),
    ...Array<'challenge'>(7).fill('challenge'),
  ];
  return kinds.map((kind, i) => ({
    id: `${kind}-with-a-long-name-${i}`,
    kind,
    done: done(i),
    right: kind !== 'section' && done(i) && right(i),
  }));
}

const nothing = lesson(() => false);
const all = lesson(() => true);
const half = lesson((i) => i % 2 === 0);

class Visit {
  time = Date.UTC(2026, 0, 5, 10);
  troubles = 0;
  readonly lms: StrictLms;
  readonly session: ScormSession;

  constructor(
    readonly options: LmsOptions,
    more: { completedOnly?: boolean } = {},
  ) {
    this.lms = strictLms(options);
    this.session = new ScormSession({
      api: this.lms.api,
      version: options.version,
      now: () => this.time,
      onTrouble: () => ++this.troubles,
      ...more,
    });
  }

  report(items: StandingItem[], complete = false): void {
    this.session.report(items, standingOf(items), complete);
  }

  get status(): string {
    const elements =
      this.options.version === '1.2'
        ? ['cmi.core.lesson_status']
        : ['cmi.completion_status', 'cmi.success_status'];
    return elements.map((element) => this.lms.value(element)).join(' ');
  }

  get score(): string {
    return this.lms.value(this.options.version === '1.2' ? 'cmi.core.score.raw' : 'cmi.score.raw');
  }

  count(call: RegExp): number {
    return this.lms.calls.filter(({ name }) => call.test(name)).length;
  }

  /** The next visit to a system that keeps what this one told, with these changes. */
  next(changed: Record<string, string> = {}): Visit {
    const { version } = this.options;
    return new Visit({ version, kept: { ...keptBy(this.lms, version), ...changed } });
  }
}

const said = {
  '1.2': {
    incomplete: 'incomplete',
    completed: 'completed',
    passed: 'passed',
    mastery: { 'student_data.mastery_score': '60' },
    mode: 'core.lesson_mode',
    statuses: { 'core.lesson_status': 'incomplete' },
    set: /SetValue/,
  },
  '2004': {
    incomplete: 'incomplete unknown',
    completed: 'completed unknown',
    passed: 'completed passed',
    mastery: { scaled_passing_score: '0.6' },
    mode: 'mode',
    statuses: { completion_status: 'incomplete', success_status: 'unknown' },
    set: /SetValue/,
  },
} as const;

describe.each(['1.2', '2004'] as ScormVersion[])('SCORM %s', (version) => {
  const words = said[version];

  test('a full run: incomplete at once, score before status, suspended at the end', () => {
    const visit = new Visit({ version, kept: words.mastery });
    expect(visit.session.open()).toBe(true);
    expect(visit.status).toBe(words.incomplete);
    visit.report(nothing);
    visit.session.place('rates');
    visit.report(half);
    // 30 of 60 questions and 4 of 7 challenges: items 12 to 78 with an even number
    expect(visit.score).toBe(String(Math.round((100 * 34) / 67)));
    visit.report(all, true);
    expect(visit.score).toBe('100');
    expect(visit.status).toBe(words.passed);
    visit.time += 3_723_450;
    visit.session.close();
    const time = visit.lms.calls.find(({ values }) => values[0]?.endsWith('session_time'))!;
    expect(time.values[1]).toBe(version === '1.2' ? '0001:02:03.45' : 'PT1H2M3.45S');
    expect(visit.lms.calls.at(-1)!.name).toMatch(/Finish|Terminate/);
    expect(visit.lms.calls.filter(({ result }) => result === 'false')).toEqual([]);
    expect(visit.lms.broken).toEqual([]);
  });

  test('without a mastery score, or where only completion is wanted, complete is completed', () => {
    const plain = new Visit({ version });
    plain.session.open();
    plain.report(all, true);
    expect(plain.status).toBe(words.completed);
    const only = new Visit({ version, kept: words.mastery }, { completedOnly: true });
    only.session.open();
    only.report(all, true);
    expect(only.status).toBe(words.completed);
  });

  test('a score below mastery at the end is completed, never failed', () => {
    const visit = new Visit({ version, kept: words.mastery });
    visit.session.open();
    visit.report(
      lesson(
        () => true,
        (i) => i % 2 === 0,
      ),
      true,
    );
    expect(visit.status).toBe(words.completed);
    expect(visit.lms.broken).toEqual([]);
  });

  test('resume: what was done is done, where it ended is where it goes on', () => {
    const first = new Visit({ version });
    first.session.open();
    first.report(half);
    first.session.place('rotation');
    first.session.close();
    const second = first.next();
    second.session.open();
    expect(second.session.location).toBe('rotation');
    const expected = half.filter(({ done }) => done);
    expect(second.session.remembered(nothing)).toEqual(expected);
    expect(second.status).toBe(words.incomplete);
  });

  describe('score and status never go down', () => {
    const passed = () => {
      const visit = new Visit({ version, kept: words.mastery });
      visit.session.open();
      visit.report(all, true);
      visit.session.close();
      return visit;
    };
    test.each([
      ['the system keeps everything', {}],
      ['the system has put the status back', words.statuses],
      [
        'the system answers nothing for the status and the score',
        version === '1.2'
          ? { 'core.lesson_status': '', 'core.score.raw': '' }
          : { completion_status: 'unknown', success_status: 'unknown', 'score.raw': '' },
      ],
      ['the suspend data is lost', { suspend_data: '' }],
      [
        'the suspend data is of another version of the lesson',
        { suspend_data: '1.100.2.zzzz.AAAA.0' },
      ],
    ])('when %s', (_name, changed) => {
      const next = passed().next({ ...words.mastery, ...changed });
      next.session.open();
      next.report(nothing);
      next.report(half);
      next.session.close();
      const lower = next.lms.calls.filter(
        ({ name, values: [element = '', value] }) =>
          words.set.test(name) &&
          ((element.includes('score.raw') && Number(value) < 100) ||
            (element.includes('status') && !['passed', 'completed'].includes(value!))),
      );
      expect(lower).toEqual([]);
      expect([next.score, next.status]).toEqual(['100', words.passed]);
      expect(next.lms.broken).toEqual([]);
    });
  });

  test.each(['browse', 'review'])('mode %s: nothing is written but the time', (mode) => {
    const visit = new Visit({ version, kept: { [words.mode]: mode } });
    visit.session.open();
    visit.report(all, true);
    visit.session.answered('q', true, 'try 1');
    visit.session.place('rates');
    visit.session.close();
    const written = visit.lms.calls
      .filter(({ name }) => words.set.test(name))
      .map(({ values }) => values[0]);
    expect(written.filter((element) => !/session_time|exit/.test(element!))).toEqual([]);
    expect(visit.lms.broken).toEqual([]);
  });

  test('commits at most every fifteen seconds, and at once when the page is hidden', () => {
    const visit = new Visit({ version });
    visit.session.open();
    const before = visit.count(/Commit/);
    for (let second = 0; second < 60; ++second) {
      visit.time += 1000;
      visit.report(lesson((i) => i <= second));
      visit.session.commit();
    }
    expect(visit.count(/Commit/) - before).toBe(60_000 / commitPause);
    visit.time += 1000;
    visit.report(all);
    visit.session.commit();
    const waiting = visit.count(/Commit/);
    visit.session.commit(true);
    expect(visit.count(/Commit/)).toBe(waiting + 1);
    visit.session.commit(true);
    expect(visit.count(/Commit/), 'nothing new, nothing to commit').toBe(waiting + 1);
  });

  test('Open edX: the grade is published when the lesson is complete, grows, and never falls', () => {
    const visit = (earlier?: OpenEdx) => {
      const system = new OpenEdx(version, earlier);
      return { system, session: new ScormSession({ api: system.api, version }) };
    };
    const say = (session: ScormSession, items: StandingItem[], complete: boolean) => {
      session.report(items, standingOf(items), complete);
    };
    const first = visit();
    expect(first.session.open()).toBe(true);
    say(first.session, half, false);
    expect(first.system.grades).toEqual([]);
    const allRead = lesson(
      () => true,
      (i) => i % 2 === 0,
    );
    say(first.session, allRead, true);
    // 30 of 60 questions and 4 of 7 challenges
    expect(new Set(first.system.grades)).toEqual(new Set([0.51]));
    say(first.session, all, true);
    expect(first.system.grades.at(-1)).toBe(1);
    first.system.leaving = true;
    first.session.close();
    const second = visit(first.system);
    second.session.open();
    second.session.remembered(nothing);
    say(second.session, nothing, false);
    second.system.leaving = true;
    second.session.close();
    expect(second.system.grades.every((grade) => grade === 1)).toBe(true);
    expect([...first.system.broken, ...second.system.broken]).toEqual([]);
  });

  test('a system that refuses is asked three times, then the learner is told', () => {
    const visit = new Visit({ version, refuse: (name) => name.includes('Commit') });
    visit.session.open();
    for (let minute = 0; minute < 30; ++minute) {
      visit.time += 60_000;
      visit.report(lesson((i) => i <= minute));
      visit.session.commit();
    }
    expect(visit.troubles).toBe(1);
    expect(visit.count(/Commit/)).toBe(3);
  });

  test('a system that takes no interactions loses nothing else', () => {
    const visit = new Visit({
      version,
      refuse: (_name, values) => values[0]?.startsWith('cmi.interactions') === true,
    });
    visit.session.open();
    visit.session.answered('a', true, 'try 1');
    const asked = visit.lms.calls.length;
    visit.session.answered('b', true, 'try 1');
    expect(visit.lms.calls.length).toBe(asked);
    visit.report(half);
    visit.session.commit(true);
    expect(visit.troubles).toBe(0);
  });

  test('answers are interactions, in order, without what the learner wrote', () => {
    const visit = new Visit({ version });
    visit.session.open();
    visit.time += 12_340;
    visit.session.answered('why-a-pair', true, 'try 1');
    visit.session.answered('challenge-rotary', false, `try 2 ä${'x'.repeat(400)}`);
    // In 1.2 they can only be written.
    const told = new Map(visit.lms.calls.map(({ values: [name, value] }) => [name, value]));
    expect(told.get('cmi.interactions.0.id')).toBe('why-a-pair');
    expect(told.get('cmi.interactions.0.latency')).toBe(
      version === '1.2' ? '0000:00:12.34' : 'PT0H0M12.34S',
    );
    expect(told.get('cmi.interactions.1.result')).toBe(version === '1.2' ? 'wrong' : 'incorrect');
    const response = version === '1.2' ? 'student_response' : 'learner_response';
    expect(told.get(`cmi.interactions.1.${response}`)).toMatch(/^try 2 x{244}$/);
    expect(visit.lms.calls.filter(({ result }) => result === 'false')).toEqual([]);
    expect(visit.lms.broken).toEqual([]);
  });

  test.each(['', 'garbage', '1.', '1.100.3.a.b.c', '9.50.1.abc.AA.0', '{"a":1}', '\u0000'])(
    'the suspend data %j starts afresh and breaks nothing',
    (text) => {
      const visit = new Visit({ version, kept: { suspend_data: text } });
      visit.session.open();
      expect(visit.session.remembered(nothing)).toEqual([]);
      visit.report(half);
      visit.session.close();
      expect(visit.lms.broken).toEqual([]);
    },
  );

  test('a start that is refused leaves the system alone', () => {
    const visit = new Visit({ version, refuse: (name) => name.includes('nitialize') });
    expect(visit.session.open()).toBe(false);
    visit.report(all, true);
    visit.session.close();
    expect(visit.lms.calls).toHaveLength(1);
  });

  test('closing twice finishes once, and nothing is said afterwards', () => {
    const visit = new Visit({ version });
    visit.session.open();
    visit.session.close();
    visit.session.close();
    visit.report(all, true);
    visit.session.commit(true);
    expect(visit.count(/Finish|Terminate/)).toBe(1);
    expect(visit.lms.broken).toEqual([]);
  });
});

describe('suspend data', () => {
  const attempts = Object.fromEntries(all.slice(-7).map(({ id }, i) => [id, 10 * i]));

  test('at its longest has far less than 600 characters, let alone 4000', () => {
    const text = encode({ best: 100, rank: 2, items: all, attempts });
    expect(text.length).toBeLessThanOrEqual(600);
    expect(text).toMatch(/^[\w.-]+$/);
  });

  test('gives back what it was given', () => {
    const given = { best: 51, rank: 1 as const, items: half, attempts };
    const read = decode(encode(given), nothing)!;
    expect(read.items).toEqual(half);
    expect([read.best, read.rank]).toEqual([51, 1]);
    expect(Object.values(read.attempts)).toEqual([0, 10, 20, 30, 35, 35, 35]);
  });

  test('of a lesson with other parts gives back the score and the status alone', () => {
    const read = decode(encode({ best: 80, rank: 2, items: all, attempts }), all.slice(1))!;
    expect([read.best, read.rank]).toEqual([80, 2]);
    expect(read.items.some(({ done }) => done)).toBe(false);
  });
});

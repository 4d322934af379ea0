/**
 * The page that a learning system starts: it holds the lesson in a frame and tells the system what the
 * lesson tells it. `scorm12.html` and `scorm2004.html` differ in the version that they name alone.
 */
import { text } from '../../components/strings/strings.ts';
import { saidBy, tellFrame } from '../host/frame-link.ts';
import type { FromPage } from '../messages.ts';
import { awaitApi, type ScormVersion } from './find-api.ts';
import { ScormSession } from './session.ts';

const version = document.documentElement.dataset['scorm'] as ScormVersion;
const frame = document.querySelector('iframe')!;
const notice = document.querySelector<HTMLElement>('[role="status"]')!;
const query = new URLSearchParams(location.search);

function say(words: string): void {
  notice.textContent = words;
  notice.hidden = false;
}

/** The lesson as the author of the package wants it, with what is kept in this browser kept apart. */
function openLesson(session: ScormSession | undefined): void {
  const address = new URL('index.html', location.href);
  for (const [name, value] of query) address.searchParams.set(name, value);
  address.searchParams.set('resize', 'none');
  if (session !== undefined) {
    address.searchParams.set('key', session.learnerKey);
    if (session.location !== '') address.searchParams.set('at', session.location);
  }
  frame.src = address.href;
}

function report(session: ScormSession, message: FromPage): void {
  if (message.type === 'hello') tellFrame(frame, { type: 'hello', reports: true });
  if (message.type === 'standing') {
    const known = session.remembered(message.items);
    const here = new Map(message.items.map((item) => [item.id, item]));
    const missing = known.filter(({ id, right }) => {
      const item = here.get(id);
      return item !== undefined && (!item.done || (right && !item.right));
    });
    if (missing.length > 0) tellFrame(frame, { type: 'restore', items: missing });
    session.report(message.items, message.standing, message.complete);
  }
  if (message.type === 'place') session.place(message.place);
  if (message.type !== 'event') return;
  if (message.name === 'posenc-answer') {
    const { id, correct, tries } = message.detail as {
      id: string;
      correct: boolean;
      tries: number;
    };
    session.answered(id, correct, `try ${tries}`);
  } else if (message.name === 'posenc-challenge') {
    const { id, passed, lang } = message.detail as { id: string; passed: boolean; lang: string };
    session.tried(`challenge-${id}`);
    session.answered(`challenge-${id}`, passed, lang);
  }
}

function follow(session: ScormSession): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    const due = session.commitDue;
    if (due === undefined || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      session.commit();
      schedule();
    }, due);
  };
  addEventListener('message', (event) => {
    const message = saidBy(frame, event);
    if (message === undefined) return;
    report(session, message);
    schedule();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') session.commit(true);
  });
  addEventListener('pagehide', () => session.close());
  addEventListener('pageshow', ({ persisted }) => {
    // Brought back by the browser after its visit was ended: another visit.
    if (persisted) location.reload();
  });
}

const api = await awaitApi(version, window);
const session =
  api &&
  new ScormSession({
    api,
    version,
    completedOnly: query.has('completed-only'),
    onTrouble: () => say(text('scorm.notSaved')),
  });
if (session?.open() === true) {
  if (session.unreadable) say(text('scorm.unreadable'));
  follow(session);
  openLesson(session);
} else {
  say(text('scorm.notSent'));
  openLesson(undefined);
}

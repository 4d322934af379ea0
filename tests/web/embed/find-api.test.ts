import { describe, expect, test } from 'vitest';
import { awaitApi, findApi, type SearchedWindow } from '../../../web/embed/scorm/find-api.ts';

/** A window with these properties around `parent`, or at the top. */
function windowOf(properties: object, parent?: SearchedWindow): SearchedWindow {
  const made = { ...properties } as SearchedWindow;
  made.parent = parent ?? made;
  return made;
}

/** A window of another site: only the way out of it can be seen. */
function foreign(parent?: SearchedWindow): SearchedWindow {
  const made: SearchedWindow = new Proxy({} as SearchedWindow, {
    get(_target, name) {
      if (name === 'parent') return parent ?? made;
      throw new DOMException('Blocked', 'SecurityError');
    },
  });
  return made;
}

const api = {};

describe('the search for the learning system', () => {
  test.each([
    ['in its own window', windowOf({ API: api })],
    ['in a window around it', windowOf({}, windowOf({}, windowOf({ API: api })))],
    ['in the window that opened it', windowOf({ opener: windowOf({ API: api }) })],
    [
      'around the window that opened it',
      windowOf({ opener: windowOf({}, windowOf({ API: api })) }),
    ],
    ['behind a window of another site', windowOf({}, foreign(windowOf({ API: api })))],
  ])('finds it %s', (_name, from) => {
    expect(findApi('1.2', from)).toBe(api);
  });

  test('takes that of its own version', () => {
    const both = windowOf({ API: {}, API_1484_11: api });
    expect(findApi('2004', both)).toBe(api);
  });

  test.each([
    ['there is none', windowOf({})],
    ['all around it is another site', windowOf({ opener: foreign() }, foreign(foreign()))],
  ])('ends when %s', (_name, from) => {
    expect(findApi('1.2', from)).toBeUndefined();
  });

  test('ends in windows without an end', () => {
    const endless = (): SearchedWindow => ({
      get parent() {
        return endless();
      },
    });
    expect(findApi('2004', endless())).toBeUndefined();
  });

  test('finds one that comes late', async () => {
    const late = windowOf({});
    setTimeout(() => Object.assign(late, { API: api }), 20);
    expect(await awaitApi('1.2', late, 10, 30)).toBe(api);
  });

  test('gives up', async () => {
    expect(await awaitApi('1.2', windowOf({}), 1, 3)).toBeUndefined();
  });
});

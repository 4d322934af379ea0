/** What the browser keeps, and what happens where it keeps nothing. */
import { afterEach, expect, test, vi } from 'vitest';
import { Window } from 'happy-dom';
import { readStored, removeStored, writeStored } from '../../../web/components/storage/storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a text is kept under a name of its own, and can be removed', () => {
  const { localStorage } = new Window({ url: 'https://lesson.example/' });
  vi.stubGlobal('localStorage', localStorage);
  localStorage.setItem('theme', "another page's");
  expect(writeStored('theme', 'dark')).toBe(true);
  expect(readStored('theme')).toBe('dark');
  expect(localStorage.getItem('theme')).toBe("another page's");
  removeStored('theme');
  expect(readStored('theme')).toBeNull();
});

test('blocked storage is memory, and says so', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(writeStored('code', 'text')).toBe(false);
  expect(readStored('code')).toBe('text');
  removeStored('code');
  expect(readStored('code')).toBeNull();
});

test('no storage at all is memory too', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(readStored('nothing')).toBeNull();
  expect(writeStored('something', 'kept')).toBe(false);
  expect(readStored('something')).toBe('kept');
  removeStored('something');
});

import { expect, test } from 'vitest';
import { HeightGuard } from '../../../web/embed/height-guard.ts';

test('a height that chases the frame that it makes taller is not followed more than twelve times', () => {
  const guard = new HeightGuard();
  guard.allows(500, false, 0);
  let followed = 0;
  for (let step = 1; step <= 100; ++step) {
    if (guard.allows(500 + 5 * step, true, 100 * step)) ++followed;
  }
  expect(followed).toBe(12);
});

test('content that grows by itself is followed as often as it grows', () => {
  const guard = new HeightGuard();
  for (let step = 1; step <= 100; ++step) {
    expect(guard.allows(500 + 5 * step, false, 100 * step)).toBe(true);
  }
});

test('growths more than two seconds apart are separate events', () => {
  const guard = new HeightGuard();
  for (let step = 1; step <= 100; ++step) {
    expect(guard.allows(500 + 5 * step, true, 2500 * step)).toBe(true);
  }
});

test('another width starts anew', () => {
  const guard = new HeightGuard();
  for (let step = 1; step <= 100; ++step) guard.allows(5 * step, true, 100 * step);
  expect(guard.allows(600, false, 10_000)).toBe(false);
  guard.reset();
  expect(guard.allows(600, false, 10_000)).toBe(true);
});

import { beforeAll, expect, test } from 'vitest';
import { checkClaim, claimIds, type ClaimVerdict } from '../../web/bindings/claims.ts';
import type { Core } from '../../web/bindings/core.ts';
import { expectRefusal, loadBuiltCore } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

/** What is known of each statement, beside the core's own rules. */
const verdicts: Record<string, ClaimVerdict> = {
  'frequency-ratio-10000': 'fails',
  'longest-wavelength': 'fails',
  'low-turns-slowly': 'fails',
  'base-is-length': 'fails',
  'zero-is-zeros': 'fails',
  'similarity-falls': 'fails',
  'independent-rows': 'holds',
  'same-map-everywhere': 'holds',
  'unique-vectors': 'depends',
  interpolates: 'depends',
  'layouts-differ': 'fails',
  'more-coordinates': 'fails',
  'rotates-the-word': 'fails',
  'layer-learns': 'fails',
  'gpt2-bert-sines': 'fails',
  'order-blind-without-positions': 'depends',
  'makes-parallel': 'fails',
  'mask-is-not-encoding': 'fails',
  'extrapolates-any-length': 'depends',
  'extrapolates-better-than-learned': 'depends',
  'long-sequences': 'depends',
  'learned-past-its-end': 'fails',
  'relative-free': 'fails',
  'rotary-values': 'fails',
  'rotary-near-first': 'fails',
};

test('the core knows these claims and no other', () => {
  expect(claimIds(core).sort()).toEqual(Object.keys(verdicts).sort());
});

test.each(Object.entries(verdicts))('%s: %s, with evidence', (id, verdict) => {
  const report = checkClaim(core, id);
  expect(report).toMatchObject({ id, verdict });
  expect(report.evidence.length).toBeGreaterThan(0);
  for (const { id: name, value, source } of report.evidence) {
    expect(Number.isFinite(value), name).toBe(true);
    expect(source, name).not.toBe('');
  }
  expect(new Set(report.evidence.map((one) => one.id)).size).toBe(report.evidence.length);
});

test('numbers of the evidence cross as they are', () => {
  const report = checkClaim(core, 'longest-wavelength');
  expect(report.verdict).toBe('fails');
  expect(report.evidence.some(({ value }) => Math.abs(value - 60_611.477) < 0.001)).toBe(true);
});

test('an id that names nothing, and what is no id', () => {
  expectRefusal(() => checkClaim(core, 'no-such'), 'unknown-name', 'no-such');
  expectRefusal(() => checkClaim(core, 7 as unknown as string), 'wrong-type', 'id must be a text');
  expectRefusal(() => checkClaim(core, 'x'.repeat(1001)), 'wrong-type', '1000 characters');
});

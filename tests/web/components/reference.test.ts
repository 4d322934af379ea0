import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import {
  evaluateReference,
  parseReference,
  printReference,
} from '../../../web/components/reference/reference.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const printed = (inner: string) => printReference(core, parseReference(inner), { sections: 12 });

// Figures of the sources, and of the formulas in double precision.
describe('references print known figures', () => {
  test.each([
    ['pe p=2 d=4 i=1', '−0.41615'],
    ['row p=1 d=4 from=2 to=4', '0.01000, 0.99995'],
    ['angle p=3 k=1 d=4', '0.03000'],
    ['rate k=1 d=64', '0.74989'],
    ['period k=1 d=4 | 1', '628.3'],
    ['ratio d=64', '0.74989'],
    ['sum token=1,0,1,0 p=2', '1.90930, −0.41615, 1.02000, 0.99980'],
    ['difference first=1 second=2 d=4', '0.06783, −0.95645, 0.01000, −0.00015'],
    ['distance p=0 q=622 d=4 | 3', '0.072'],
    ['distance p=0 q=1 d=64 | 3', '1.472'],
    ['similarity distance=4 d=64', '23.93436'],
    ['similarity distance=6 d=4', '1.95837'],
    ['attention positions=on mask=none query=1', '0.34354, 0.48723, 0.16923'],
    ['attention positions=on mask=causal query=1', '0.41352, 0.58648, 0.00000'],
    ['attention positions=off mask=causal query=1', '0.37754, 0.62246, 0.00000'],
    ['count sections', '12'],
  ])('%s is %s', (inner, figures) => {
    expect(printed(inner)).toBe(figures);
  });
});

test('a single number is a number', () => {
  expect(evaluateReference(core, parseReference('angle p=40 k=1 d=4'))).toHaveLength(1);
});

describe('faults are named', () => {
  test.each([
    ['toString d=4', 'there is no "toString"'],
    ['pe p=1 d=4', 'needs i='],
    ['pe p=1 d=4 i=9', 'there is no i=9'],
    ['rate k=5 d=4', 'there is no k=5'],
    ['count words', 'there is no count of "words"'],
    ['sum token=1,x p=0', 'token is not a list of numbers'],
    ['attention positions=maybe mask=none query=0', 'positions must be on or off'],
    ['attention positions=on mask=none query=7', 'row is 7; it must be 0..2'],
    ['row p=1 d=4 from=2 to=9', 'from and to must lie in 0..4'],
    ['row p=1 d=4 from=4', 'from and to must lie in 0..4'],
    ['ratio d=1', 'names nothing'],
    ['row p=1 p=2 d=4', '"p" is given twice'],
    ['row p=1 d=4 | 200', '0 to 15'],
    ['pe p=-1 d=4 i=0', 'positions must lie in 0..2147483647'],
  ])('%s: %s', (inner, words) => {
    expect(() => printed(inner)).toThrow(words);
  });
});

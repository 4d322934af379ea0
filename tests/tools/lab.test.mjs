/** The training lab's command: what it reads, how it runs, what it makes of the runs. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { asBands, configurations, readWords, runEach, summarise } from '../../tools/lab.mjs';
import { inProject } from '../../tools/paths.mjs';

/**
 * @typedef {import('../../tools/lab.mjs').RunReport} RunReport
 */

/**
 * @param {number} seed
 * @param {(number | null)[]} shares
 * @returns {RunReport}
 */
function report(seed, shares) {
  return {
    task: 'back2',
    scheme: 'rope',
    mask: 'causal',
    seed,
    parameters: 8840,
    steps: 400,
    loss: 0.5,
    accuracy: shares.map((share, i) => ({
      length: 16 << i,
      chance: 0.1333333,
      share,
      ...(share === null ? { refused: 'no row' } : {}),
    })),
    equivariance: { error: 0.00012345, largest: 2 },
  };
}

describe('the words', () => {
  it('are shared out between the command and the program', () => {
    const words = '--task back2 --scheme=rope --mask causal --seeds 10 --json --heads 4';
    expect(readWords(words.split(' '))).toEqual({
      all: false,
      json: true,
      help: false,
      seeds: 10,
      firstSeed: 0,
      settings: ['--task', 'back2', '--scheme=rope', '--mask', 'causal', '--heads', '4'],
    });
    expect(readWords(['--seed=7', '--seeds=2', '--all'])).toMatchObject({
      all: true,
      seeds: 2,
      firstSeed: 7,
    });
    expect(readWords(['-h']).help).toBe(true);
  });

  it.each([
    ['--seeds=0', 'seeds is 0; it must be a whole number, 1..1000'],
    ['--seeds=1.5', 'seeds is 1.5'],
    ['--seeds', '--seeds needs a value'],
    ['--heads', '--heads needs a value'],
    ['--seed=-1', 'seed is -1; it must be a whole number, 0..4294967295'],
    ['--seed=4294967295', 'the last seed would be above 4294967295'],
    ['--all --task=at0', '--all runs every task, scheme and mask'],
  ])('%s is refused', (words, sentence) => {
    expect(() => readWords(words.split(' '))).toThrow(sentence);
  });
});

describe('the runs', () => {
  /** A program that prints the report of the seed that it is given. */
  const script = (/** @type {string} */ body) => ['-e', body];

  it('come back in their order, whichever is done first', async () => {
    const lists = [300, 100, 200].map((wait, seed) =>
      script(`setTimeout(() => console.log(JSON.stringify({ seed: ${seed} })), ${wait})`),
    );
    const told = /** @type {number[]} */ ([]);
    const reports = await runEach(process.execPath, lists, (done) => told.push(done));
    expect(reports.map(({ seed }) => seed)).toEqual([0, 1, 2]);
    expect(told).toEqual([1, 2, 3]);
  });

  it('end with the first refusal, which is its sentence', async () => {
    const refusing = script('console.error("heads is 3; it must divide"); process.exit(2)');
    const endless = script('setInterval(() => undefined, 1000)');
    const start = Date.now();
    await expect(runEach(process.execPath, [endless, refusing])).rejects.toThrow('heads is 3');
    expect(Date.now() - start).toBeLessThan(15_000); // the endless one was ended too
  });

  it('are summed up length by length', () => {
    const { seeds, accuracy, equivariance } = summarise([
      report(0, [1, 0.25, null]),
      report(1, [0.5, 0.75, null]),
    ]);
    expect(seeds).toBe(2);
    expect(accuracy[0]).toMatchObject({ length: 16, mean: 0.75, min: 0.5, max: 1 });
    expect(accuracy[1]?.perSeed).toEqual([0.25, 0.75]);
    expect(accuracy[2]).toMatchObject({ length: 64, mean: null, min: null, max: null });
    expect(accuracy[2]?.refused).toBe('no row');
    expect(equivariance).toHaveLength(2);
  });

  it('are stored with three digits, and null where there is no row', () => {
    const summary = summarise([report(0, [0.123456, null]), report(1, [1, null])]);
    expect(asBands([summary])).toEqual({
      seeds: 2,
      lengths: [16, 32],
      chance: [0.133, 0.133],
      runs: [
        {
          task: 'back2',
          mask: 'causal',
          scheme: 'rope',
          accuracy: [[0.123, 1], null],
          equivariance: [0.00012, 0.00012],
        },
      ],
    });
  });

  it('of --all are every question, mask and scheme, once', () => {
    const names = configurations.map((one) => Object.values(one).join(' '));
    expect(new Set(names).size).toBe(28);
    expect(names[0]).toBe('back2 none none');
  });
});

// Compiles the program, which takes a minute or two.
describe.runIf(process.env['FULL'])('the command', () => {
  const lab = (/** @type {string[]} */ ...words) =>
    spawnSync(process.execPath, [inProject('tools', 'lab.mjs'), ...words], { encoding: 'utf8' });

  it('prints one object with mean, least and most', { timeout: 600_000 }, () => {
    const words = '--task back2 --scheme rope --mask causal --seeds 2 --json';
    const { status, stdout } = lab(...words.split(' '));
    expect(status).toBe(0);
    const found = /** @type {ReturnType<typeof summarise>} */ (JSON.parse(stdout));
    expect(found).toMatchObject({ task: 'back2', scheme: 'rope', mask: 'causal', seeds: 2 });
    expect(found.accuracy.map(({ length }) => length)).toEqual([8, 16, 24, 32, 64]);
    expect(found.accuracy[1]?.mean).toBeGreaterThanOrEqual(0.99);
  });

  it('refuses with the sentence of the core, and exit code 2', { timeout: 600_000 }, () => {
    const { status, stdout, stderr } = lab('--heads=3', '--json');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trim()).toBe('heads is 3; it must divide the width 32');
  });

  it('says what it can do', { timeout: 600_000 }, () => {
    const { status, stdout } = lab('--help');
    expect(status).toBe(0);
    for (const word of ['--seeds', '--all', '--scheme', '--slopes', 'Exit code']) {
      expect(stdout).toContain(word);
    }
  });
});

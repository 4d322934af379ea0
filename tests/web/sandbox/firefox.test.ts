/** The attacks of attacks.ts in Firefox: the page asks for them and reports what became of each. */
import { createServer, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { RunReport } from '../../../web/sandbox/protocol.ts';
import { firefox, inFirefox } from '../firefox.ts';
import { complaints, kAttacks, kRight, kTooLong, type Attack } from './attacks.ts';
import { builtFiles, listen } from './sandbox-files.ts';

const kDriver = `
import { ChallengeRunner } from '/challenge-runner.js';
const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
const runner = new ChallengeRunner({ assets: new URL('/sandbox/', location.href) });
const run = async (order) => {
  const report = await runner.run({ ...order, entry: 'answer', cases: [{ argumentsText: '' }] });
  for (const answer of report.answers) if (answer.cells) answer.cells = Array.from(answer.cells);
  return report;
};
for (const { attack, right } of await (await fetch('/orders')).json()) {
  await post('/reports', [await run(attack), await run(right)]);
}
await post('/end', null);
`;

/** Firefox takes longer to grow memory: on a busy machine a bomb meets the clock first. */
function complaintsInFirefox(attack: Attack, report: RunReport, next: RunReport): string[] {
  const found = complaints(attack, report, next);
  if (found.length === 0 || attack.becomes !== 'out-of-memory') return found;
  const { name, number, code } = attack;
  return complaints({ name, number, code, becomes: 'timeout', message: kTooLong }, report, next);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

test.skipIf(firefox === undefined)(
  'Firefox keeps every attack where it belongs',
  async () => {
    const files = await builtFiles();
    files.set('/driver.js', { type: 'text/javascript', body: kDriver });
    files.set('/driver.html', {
      type: 'text/html',
      body: '<!doctype html><script type="module" src="/driver.js"></script>',
    });
    const orders = kAttacks.map(({ code }) => ({
      attack: code,
      right: { language: code.language, source: kRight[code.language] },
    }));
    files.set('/orders', { type: 'application/json', body: JSON.stringify(orders) });
    const reports: [RunReport, RunReport][] = [];
    let end: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const server = createServer((request, response) => {
      const file = files.get(request.url ?? '');
      if (request.method === 'POST') {
        void bodyOf(request).then((body) => {
          if (request.url === '/reports') reports.push(JSON.parse(body) as [RunReport, RunReport]);
          else end?.();
          response.end();
        });
      } else if (file) {
        response.setHeader('Content-Type', file.type);
        response.end(file.body);
      } else {
        response.writeHead(404).end();
      }
    });
    const origin = await listen(server);
    try {
      await inFirefox(`${origin}/driver.html`, ended);
    } finally {
      server.closeAllConnections();
      server.close();
    }
    expect(reports).toHaveLength(kAttacks.length);
    expect(kAttacks.flatMap((attack, i) => complaintsInFirefox(attack, ...reports[i]!))).toEqual(
      [],
    );
  },
  1_200_000,
);

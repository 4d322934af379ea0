/** Firefox, where one is installed (FIREFOX names it). Nothing drives it: its page does all, and reports. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const firefox = [
  'FIREFOX' in process.env ? process.env['FIREFOX']! : 'firefox-esr',
  'firefox',
].find((name) => spawnSync(name, ['--version']).status === 0);

/** Opens an address in a fresh profile, and closes the browser when `ended` settles. */
export async function inFirefox(address: string, ended: Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const browser = spawn(
    firefox!,
    ['--headless', '--no-remote', '--profile', profile, '--width', '1000', address],
    { stdio: 'ignore', env: { ...process.env, HOME: profile } },
  );
  try {
    await ended;
  } finally {
    browser.kill('SIGKILL');
    await new Promise((resolve) => browser.once('exit', resolve));
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The embed doctor: what the place that this page is opened in lets the lesson do, as a list to copy. */
import { text, type StringKey } from '../../components/strings/strings.ts';
import { examine, type Finding } from './checks.ts';

const list = document.querySelector('tbody')!;
const button = document.querySelector('button')!;
const status = document.querySelector<HTMLElement>('[role="status"]')!;
const refusals: string[] = [];

document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  refusals.push(`${effectiveDirective} ${blockedURI}`);
});

const words = (key: string) => text(`doctor.${key}` as StringKey);

function row({ check, verdict, remedy }: Finding): HTMLTableRowElement {
  const line = document.createElement('tr');
  line.dataset['check'] = check;
  line.dataset['verdict'] = verdict;
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = words(check);
  line.append(head);
  const effect = verdict === 'works' ? '' : words(`${check}.without`);
  for (const cell of [words(verdict), effect, remedy ?? '']) {
    line.insertCell().textContent = cell;
  }
  return line;
}

function report(findings: readonly Finding[]): string {
  const lines = findings.map(
    ({ check, verdict, remedy }) =>
      `${check}: ${verdict}${remedy === undefined ? '' : ` (allow: ${remedy})`}`,
  );
  return [
    `posenc ${__POSENC_VERSION__}`,
    `page: ${location.href}`,
    `browser: ${navigator.userAgent}`,
    ...lines,
    ...new Set(refusals.map((one) => `refused by policy: ${one}`)),
  ].join('\n');
}

const findings = await examine();
list.append(...findings.map(row));
const written = document.querySelector('textarea')!;
written.value = report(findings);
status.textContent = words('done');
button.disabled = false;
button.addEventListener('click', () => {
  // Selecting comes first: where the clipboard is refused the keys still copy.
  written.select();
  navigator.clipboard.writeText(written.value).then(
    () => (status.textContent = words('copied')),
    () => (status.textContent = words('selected')),
  );
});

/** The lesson in pages of other sites, in Firefox: each page acts like a reader and reports. */
import { firefox, inFirefox } from '../firefox.ts';
import { expect, test } from './course-site.ts';
import { canvas, h5p, scormAgain, systemScript } from './hosts.ts';

interface Scene {
  name: string;
  /** what stands in the page of the other site */
  body: string;
  headers?: Record<string, string>;
  /** what its reader does; throws when something is not as it should be */
  act: string;
}

/** The words of every `act`. */
const words = `
  const faults = [];
  addEventListener('error', ({ message }) => faults.push(String(message)));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  const messages = [];
  addEventListener('message', ({ data }) => messages.push(data));
  const heard = [];
  for (const name of ['ready', 'answer', 'challenge', 'progress', 'complete', 'error'])
    document.addEventListener('posenc-' + name, ({ type, detail }) => heard.push({ type, detail }));
  async function until(what, found) {
    for (let i = 0; i < 400; ++i) {
      try {
        const result = found();
        if (result) return result;
      } catch {}
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error('waited in vain until ' + what);
  }
  const frameIn = (root) => root.shadowRoot?.querySelector('iframe') ?? root.querySelector?.('iframe') ?? root;
  const within = (root) => frameIn(root).contentDocument;
  const find = (name) => document.querySelector(name);
  const fits = (frame) => () =>
    Math.abs(frame.getBoundingClientRect().height - within(frame).body.getBoundingClientRect().height) <= 2 &&
    frame.getBoundingClientRect().height > 200;
  async function answer(page) {
    const question = await until('there is a question', () => page().querySelector('#why-a-pair'));
    const choice = await until('it wakes', () => question.querySelector('[data-correct="true"] input'));
    const check = await until('it can be checked', () =>
      [...question.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Check'));
    choice.click();
    check.click();
    await until('the answer is right', () => question.querySelector('.question-result').textContent.trim() === 'Right.');
  }
  async function check(page, language) {
    const challenge = await until('there is a challenge', () => page().querySelector('#challenge-sinusoidal-table[live]'));
    const button = (words) => [...challenge.querySelectorAll('button')].find((one) => words.test(one.textContent));
    const editor = () =>
      challenge.querySelector('.challenge-editor').shadowRoot?.querySelector('.cm-content');
    if (!editor()) (await until('it can be written', () => button(/your solution/))).click();
    await until('there is an editor', editor);
    const choice = [...challenge.querySelectorAll('label')].find((one) => one.textContent.includes(language));
    choice.click();
    (await until('it can be checked', () => button(/^\\s*Check\\s*$/))).click();
    await until(language + ' has a verdict', () =>
      /Not passed: \\d+ of \\d+ cases/.test(challenge.querySelector('.challenge-message').textContent));
  }
`;

const scenes: Scene[] = [
  {
    name: 'a frame with embed.js has the height of its content and the theme of the page',
    body: '<script src="/posenc/embed.js"></script><iframe data-posenc src="/posenc/index.html?figure=playground" title="A" style="width: 100%; border: 0"></iframe>',
    act: `
      const frame = find('iframe');
      await until('the figure lives', () => within(frame).querySelector('#playground[live]'));
      await until('the height fits', fits(frame));
      document.documentElement.dataset.theme = 'dark';
      await until('it is dark', () => within(frame).documentElement.dataset.theme === 'dark');
    `,
  },
  {
    name: 'elements: a figure, an answer, and code in both languages',
    body: '<script type="module" src="/posenc/posenc.js"></script><posenc-lesson sections="rates"></posenc-lesson><posenc-figure figure="shift"></posenc-figure><posenc-challenge challenge="sinusoidal-table"></posenc-challenge>',
    act: `
      const lesson = find('posenc-lesson');
      await until('the lesson is ready', () => heard.some(({ type }) => type === 'posenc-ready'));
      await answer(() => within(lesson));
      await until('the answer is told', () => heard.some(({ type, detail }) => type === 'posenc-answer' && detail.correct));
      const figure = find('posenc-figure');
      figure.scrollIntoView();
      await until('the figure lives', () => within(figure).querySelector('#shift[live]'));
      await until('its height fits', fits(frameIn(figure)));
      const challenge = find('posenc-challenge');
      challenge.scrollIntoView();
      await check(() => within(challenge), 'JavaScript');
      await check(() => within(challenge), 'Python');
      await until('the check is told', () => heard.some(({ type, detail }) => type === 'posenc-challenge' && !detail.passed));
    `,
  },
  {
    name: 'an element that is taken away and put back ten times wakes each time',
    body: '<script type="module" src="/posenc/posenc.js"></script><main><posenc-figure figure="shift"></posenc-figure></main>',
    act: `
      const main = find('main');
      for (let i = 0; i < 10; ++i) {
        await until('the figure lives', () => within(find('posenc-figure')).querySelector('#shift[live]'));
        main.replaceChildren();
        main.innerHTML = '<posenc-figure figure="shift"></posenc-figure>';
      }
      await until('the figure lives', () => within(find('posenc-figure')).querySelector('#shift[live]'));
    `,
  },
  {
    name: 'a frame without an origin works, and says once that nothing is kept',
    body: '<iframe sandbox="allow-scripts" src="/posenc/index.html?sections=rates" title="A" style="width: 700px; height: 500px"></iframe>',
    act: `
      await until('it speaks', () => messages.some(({ type }) => type === 'hello'));
      find('iframe').contentWindow.postMessage({ posenc: 1, type: 'hello' }, '*');
      await until('it tells its height', () => messages.some(({ type, height }) => type === 'height' && height > 1000));
      await until('it says that nothing is kept', () =>
        messages.some(({ name, detail }) => name === 'posenc-error' && detail.code === 'no-storage'));
    `,
  },
  {
    name: 'a site with a strict policy of its own',
    body: '<script type="module" src="/posenc/posenc.js"></script><posenc-figure figure="playground"></posenc-figure>',
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'none'; frame-src 'self'; img-src data:",
    },
    act: `
      await until('the figure lives', () => within(find('posenc-figure')).querySelector('#playground[live]'));
    `,
  },
  {
    name: 'a closed part of a page that is opened',
    body: '<script src="/posenc/embed.js"></script><div id="tab" style="display: none"><iframe data-posenc src="/posenc/index.html?sections=rates" title="A" style="width: 100%; height: 300px; border: 0"></iframe></div>',
    act: `
      await new Promise((done) => setTimeout(done, 2000));
      find('#tab').style.display = 'block';
      await until('the height fits', fits(find('iframe')));
      if (messages.some(({ type, height }) => type === 'height' && !(height > 0))) throw new Error('a height of nothing');
    `,
  },
  ...[
    { host: 'Canvas', script: canvas },
    { host: 'the resizer of H5P', script: h5p },
  ].map(({ host, script }) => ({
    name: `${host} follows the height`,
    body: `${script}<iframe src="/posenc/index.html?sections=rates" title="A" style="width: 100%; height: 500px; border: 0"></iframe>`,
    act: `await until('the height fits', fits(find('iframe')));`,
  })),
  ...(['1.2', '2004'] as const).map((version) => ({
    name: `SCORM ${version}: an answer is a score, and the visit ends`,
    body: `${systemScript(version)}<iframe id="sco" src="/posenc/scorm${version.replace('.', '')}.html?sections=rates" title="A" style="width: 800px; height: 600px"></iframe>`,
    act: `
      await answer(() => within(within(find('#sco')).querySelector('iframe')));
      await until('there is a score', () =>
        Object.entries(told).some(([element, value]) => element.endsWith('score.raw') && Number(value) > 0));
      find('#sco').remove();
      await until('the visit ends', () => calls.some(([name]) => /Finish|Terminate/.test(name)));
    `,
  })),
];

test('Firefox shows the lesson in every kind of page', async ({ other: site }, testInfo) => {
  test.skip(firefox === undefined, 'no Firefox is installed');
  testInfo.setTimeout(600_000);
  site.folders.set('/scorm-again/', scormAgain);
  // A page without an origin may only load what every origin may.
  site.headers = () => ({ 'Access-Control-Allow-Origin': '*' });
  scenes.forEach(({ name, body, headers, act }, i) => {
    const next = i + 1 < scenes.length ? `/scene-${i + 1}.html` : '/end.html';
    const script = `${words}
      try {
        await (async () => {${act}})();
      } catch (error) {
        faults.push(String(error));
      }
      const report = { name: ${JSON.stringify(name)}, faults };
      await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
      location.href = ${JSON.stringify(next)};`;
    site.file(`/act-${i}.js`, 'text/javascript', script);
    const page = `${body}<script type="module" src="/act-${i}.js"></script>`;
    site.page(`/scene-${i}.html`, page, headers);
  });
  site.page('/end.html', '');
  const reports: Record<string, string[]> = {};
  const ended = new Promise<void>((resolve) => {
    site.receive = (_pathname, body) => {
      const { name, faults } = JSON.parse(body) as { name: string; faults: string[] };
      reports[name] = faults;
      if (name === scenes.at(-1)!.name) resolve();
    };
  });
  await inFirefox(`${site.origin}/scene-0.html`, ended);
  expect(reports).toEqual(Object.fromEntries(scenes.map(({ name }) => [name, []])));
});

/** What other sites do with the frames that they hold. */
import { fileURLToPath } from 'node:url';
import type { Site } from './site.ts';

/** A page that does what Canvas does with this message, as an object or as text. */
export const canvas = `<script>
  addEventListener('message', ({ source, data }) => {
    const message = typeof data === 'string' ? JSON.parse(data) : data;
    if (message.subject !== 'lti.frameResize') return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) frame.style.height = message.height + 'px';
  });
</script>`;

/** A page that does what the resizer of H5P does. */
export const h5p = `<script>
  addEventListener('message', ({ source, origin, data }) => {
    if (data.context !== 'h5p') return;
    const frame = [...document.querySelectorAll('iframe')].find((one) => one.contentWindow === source);
    const respond = (action) => source.postMessage({ action, context: 'h5p' }, origin);
    if (data.action === 'hello') {
      frame.style.width = '100%';
      addEventListener('resize', () => respond('resize'));
      respond('hello');
    } else if (data.action === 'prepareResize') {
      if (frame.clientHeight !== data.scrollHeight || data.scrollHeight !== data.clientHeight) {
        frame.style.height = data.clientHeight + 'px';
        respond('resizePrepared');
      }
    } else if (data.action === 'resize') {
      frame.style.height = data.scrollHeight + 'px';
    }
  });
</script>`;

export const scormAgain = fileURLToPath(
  new URL('../../../node_modules/scorm-again/dist/', import.meta.url),
);

type Version = '1.2' | '2004';

export const words = {
  '1.2': {
    api: 'API',
    script: 'scorm12.min.js',
    constructor: 'Scorm12API',
    page: 'scorm12.html',
    status: 'cmi.core.lesson_status',
    score: 'cmi.core.score.raw',
    finish: 'LMSFinish',
  },
  '2004': {
    api: 'API_1484_11',
    script: 'scorm2004.min.js',
    constructor: 'Scorm2004API',
    page: 'scorm2004.html',
    status: 'cmi.completion_status',
    score: 'cmi.score.raw',
    finish: 'Terminate',
  },
} as const;

declare global {
  interface Window {
    calls: [name: string, ...values: string[]][];
    told: Record<string, string>;
  }
}

/** What makes a page a learning system: scorm-again, a list of the calls, and what outlives the page. */
export function systemScript(version: Version, delay = 0): string {
  const { api, script, constructor } = words[version];
  return `<script src="/scorm-again/${script}"></script><script>
    window.calls = [];
    window.told = {};
    const system = new ${constructor}({ autocommit: false, logLevel: 5 });
    const kept = JSON.parse(sessionStorage.getItem('kept') ?? '{}');
    system.loadFromFlattenedJSON(kept, '');
    const names = ${
      version === '1.2'
        ? "['LMSInitialize', 'LMSFinish', 'LMSCommit', 'LMSGetValue', 'LMSSetValue']"
        : "['Initialize', 'Terminate', 'Commit', 'GetValue', 'SetValue']"
    };
    const api = {};
    for (const name of names) api[name] = (...values) => {
      calls.push([name, ...values]);
      const result = system[name](...values);
      if (name.endsWith('SetValue') && result === 'true' && !/interactions|exit|_time/.test(values[0])) {
        told[values[0]] = values[1];
        sessionStorage.setItem('kept', JSON.stringify({ ...kept, ...told }));
      }
      return result;
    };
    setTimeout(() => { window.${api} = api; }, ${delay});
    ${delay === 0 ? `window.${api} = api;` : ''}
  </script>`;
}

export function serveSystem(
  site: Site,
  version: Version,
  headers: Record<string, string> = {},
): void {
  site.folders.set('/scorm-again/', scormAgain);
  site.page(
    '/course.html',
    `${systemScript(version)}<iframe id="sco" src="/posenc/${words[version].page}?sections=rates" title="Lesson" style="width: 800px; height: 600px"></iframe>`,
    headers,
  );
}

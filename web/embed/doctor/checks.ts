import { kProtocolVersion } from '../../sandbox/protocol.ts';
import { allowsStorage, allowsWebAssembly } from '../limits.ts';
import { ParentLink } from '../parent-link.ts';
import { findApi } from '../scorm/find-api.ts';

export type Verdict = 'works' | 'limited' | 'refused' | 'unused';

/** What one look found: a verdict, and in words what it means for the lesson. */
export interface Finding {
  check: string;
  verdict: Verdict;
  /** the directive of a policy, or another setting, that would change it */
  remedy?: string;
}

/** How long a frame, a worker or a holding page may take to answer. */
const patience = 3000;

function withinPatience(start: (answer: (works: boolean) => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(false);
    }, patience);
    try {
      start(resolve);
    } catch {
      resolve(false);
    }
  });
}

/** The frame that learners' code runs in, and in it a worker that compiles WebAssembly. */
function runsCode(): Promise<boolean> {
  return withinPatience((answer) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.hidden = true;
    frame.title = 'Check';
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      answer(true);
      frame.remove();
    };
    frame.addEventListener('load', () => {
      frame.contentWindow?.postMessage({ v: kProtocolVersion, type: 'connect' }, '*', [port2]);
    });
    frame.src = new URL('sandbox/runner.html', location.href).href;
    document.body.append(frame);
  });
}

/** Whether a page around this one answers to a height in one of the ways that the lesson speaks. */
function followsHeights(): Promise<boolean> {
  return withinPatience((answer) => {
    if (parent === window) throw new Error('there is no page around this one');
    const before = innerHeight;
    const wanted = before + 37;
    const link = new ParentLink('');
    link.listen(
      () => {
        link.tell({ type: 'height', height: wanted });
      },
      (data) => {
        const { context, action } = data as Record<string, unknown>;
        if (context === 'h5p' && action === 'hello') answer(true);
      },
    );
    addEventListener('resize', () => {
      if (innerHeight !== before) answer(true);
    });
    link.tell({ type: 'hello' });
    link.tellPlain({ context: 'h5p', action: 'hello' });
    link.tellPlain({ subject: 'lti.frameResize', height: wanted });
  });
}

async function fetches(): Promise<boolean> {
  try {
    return (await fetch(new URL('licence.txt', location.href))).ok;
  } catch {
    return false;
  }
}

/** Looks at everything; each look stands alone, and none takes longer than three seconds. */
export async function examine(): Promise<Finding[]> {
  const framed = parent !== window;
  const [code, heights, files] = await Promise.all([runsCode(), followsHeights(), fetches()]);
  const finding = (
    check: string,
    works: boolean,
    otherwise: Exclude<Verdict, 'works'>,
    remedy?: string,
  ): Finding => ({
    check,
    verdict: works ? 'works' : otherwise,
    ...(works || remedy === undefined ? {} : { remedy }),
  });
  const { origin } = location;
  return [
    finding('files', files, 'refused', `connect-src ${origin}`),
    finding('webassembly', allowsWebAssembly(), 'refused', `script-src 'wasm-unsafe-eval'`),
    finding('code', code, 'refused', `frame-src ${origin}; worker-src blob:`),
    finding('storage', allowsStorage(), 'limited', 'sandbox="allow-scripts allow-same-origin"'),
    finding('framed', framed, 'unused'),
    finding('heights', heights, framed ? 'limited' : 'unused', '<script src="embed.js">'),
    finding('scorm12', findApi('1.2', window) !== undefined, 'unused'),
    finding('scorm2004', findApi('2004', window) !== undefined, 'unused'),
  ];
}

import { text } from '../../components/strings/strings.ts';

/**
 * Registers the worker that keeps what was used for offline, and offers to keep all of it. Where there
 * can be none nothing is offered, and nothing else changes.
 */
export async function startOffline(): Promise<void> {
  const place = document.querySelector('.progress')?.parentElement;
  if (place == null || !isSecureContext || !/^https?:$/.test(location.protocol)) return;
  const { serviceWorker } = navigator;
  await serviceWorker.register(new URL('service-worker.js', document.baseURI));
  const { active } = await serviceWorker.ready;

  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text('offline.keep');
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  const line = document.createElement('p');
  line.append(button, ' ', status);
  place.append(line);
  button.addEventListener('click', () => {
    button.disabled = true;
    status.textContent = text('offline.keeping');
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<boolean>) => {
      status.textContent = text(data ? 'offline.kept' : 'offline.failed');
      button.disabled = data;
    };
    (serviceWorker.controller ?? active)?.postMessage('keep-all', [port2]);
  });
}

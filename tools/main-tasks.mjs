/** What a recording of Chromium says of the main thread. */

/** @typedef {{ name: string, ph: string, ts: number, pid: number, tid: number, dur?: number, tdur?: number, args?: { name?: string } }} TraceEvent times in microseconds; tdur is the processor's */

/**
 * @param {Buffer} trace
 * @returns {TraceEvent[]}
 */
export function eventsOf(trace) {
  /** @type {{ traceEvents: TraceEvent[] }} */
  const recording = JSON.parse(trace.toString('utf8'));
  return recording.traceEvents;
}

/**
 * The tasks of the threads that run pages.
 * @param {Buffer} trace
 */
export function mainTasks(trace) {
  const traceEvents = eventsOf(trace);
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents.filter(
    ({ ph, name, pid, tid }) =>
      ph === 'X' && name.includes('RunTask') && mains.has(`${pid} ${tid}`),
  );
}

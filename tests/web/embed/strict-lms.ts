/**
 * A learning system as strict as the standard allows: scorm-again behind checks that it does not make
 * itself. What breaks a rule is kept in `broken`.
 */
import { Scorm12API, Scorm2004API } from 'scorm-again';
import type { Api, ScormVersion } from '../../../web/embed/scorm/find-api.ts';

export interface Call {
  name: string;
  values: string[];
  result: string;
}

export interface StrictLms {
  api: Api;
  calls: Call[];
  broken: string[];
  /** what the system has kept of an element */
  value: (element: string) => string;
}

export interface LmsOptions {
  version: ScormVersion;
  /** elements that the system has from an earlier visit, by their path below cmi */
  kept?: Record<string, string>;
  /** calls that the system refuses */
  refuse?: (name: string, values: string[]) => boolean;
}

const names = {
  '1.2': ['LMSInitialize', 'LMSFinish', 'LMSCommit', 'LMSGetValue', 'LMSSetValue'],
  '2004': ['Initialize', 'Terminate', 'Commit', 'GetValue', 'SetValue'],
} as const;

export function strictLms({ version, kept = {}, refuse = () => false }: LmsOptions): StrictLms {
  const settings = { autocommit: false, logLevel: 5, mastery_override: false } as const;
  const system = version === '1.2' ? new Scorm12API(settings) : new Scorm2004API(settings);
  system.loadFromFlattenedJSON(
    Object.fromEntries(Object.entries(kept).map(([path, value]) => [`cmi.${path}`, value])),
    '',
  );
  const inner = system as unknown as Api;
  const [open, close, commit, get, set] = names[version];
  const calls: Call[] = [];
  const broken: string[] = [];
  let phase: 'idle' | 'open' | 'closed' = 'idle';
  const written: string[] = [];

  const rules = (name: string, [element = '', value = '']: string[]) => {
    if (name === open && phase !== 'idle') broken.push('opened twice');
    if (name !== open && phase === 'idle') broken.push(`${name} before the start`);
    if (phase === 'closed') broken.push(`${name} after the end`);
    if (name !== set) return;
    if (!/^[\x20-\x7e]*$/.test(value)) broken.push(`${element} is not ASCII`);
    if (element === 'cmi.suspend_data' && value.length > 4000) broken.push('suspend data too long');
    if (/lesson_status|success_status|completion_status/.test(element)) {
      if (value === 'failed')
        broken.push('failed is no status of a lesson that can be tried again');
      const final = value === 'passed' || value === 'completed';
      if (final && !written.some((one) => one.endsWith('score.raw'))) {
        broken.push(`${value} before a score`);
      }
    }
    written.push(element);
  };

  const api = Object.fromEntries(
    [open, close, commit, get, set].map((name) => [
      name,
      (...values: string[]) => {
        rules(name, values);
        const result = refuse(name, values) ? 'false' : String(inner[name]!(...values));
        if (name === open && result === 'true') phase = 'open';
        if (name === close) phase = 'closed';
        calls.push({ name, values, result });
        return result;
      },
    ]),
  ) as Api;
  return { api, calls, broken, value: (element) => String(system.getCMIValue(element)) };
}

/** What a system that keeps everything hands to the next visit. */
export function keptBy(lms: StrictLms, version: ScormVersion): Record<string, string> {
  const paths =
    version === '1.2'
      ? ['suspend_data', 'core.lesson_status', 'core.score.raw', 'core.lesson_location']
      : ['suspend_data', 'completion_status', 'success_status', 'score.raw', 'location'];
  return Object.fromEntries(paths.map((path) => [path, lms.value(`cmi.${path}`)]));
}

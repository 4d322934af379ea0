import type { ScormVersion } from './find-api.ts';

/** The two versions of SCORM say the same things in other words. */
export interface Dialect {
  calls: { open: string; close: string; commit: string; get: string; set: string };
  learner: string;
  mode: string;
  suspend: string;
  location: string;
  exit: string;
  time: string;
  /** the score, before all that depends on it */
  score: (raw: number) => [element: string, value: string][];
  readScore: string;
  /** status elements, the highest rank that their values tell, and what tells a rank */
  statuses: string[];
  rankOf: (values: readonly string[]) => 0 | 1 | 2 | undefined;
  tellRank: (rank: 0 | 1 | 2) => [element: string, value: string][];
  progress: string | undefined;
  mastery: (get: (element: string) => string) => number | undefined;
  duration: (milliseconds: number) => string;
  interaction: (at: number, one: Interaction) => [element: string, value: string][];
}

/** An answer or a check of a challenge, without what the learner wrote. */
export interface Interaction {
  id: string;
  right: boolean;
  /** a word about it, such as "try 2" */
  response: string;
  /** since the answer before */
  latency: number;
  time: Date;
}

export const dialects: Record<ScormVersion, Dialect> = {
  '1.2': {
    calls: {
      open: 'LMSInitialize',
      close: 'LMSFinish',
      commit: 'LMSCommit',
      get: 'LMSGetValue',
      set: 'LMSSetValue',
    },
    learner: 'cmi.core.student_id',
    mode: 'cmi.core.lesson_mode',
    suspend: 'cmi.suspend_data',
    location: 'cmi.core.lesson_location',
    exit: 'cmi.core.exit',
    time: 'cmi.core.session_time',
    score: (raw) => [
      ['cmi.core.score.min', '0'],
      ['cmi.core.score.max', '100'],
      ['cmi.core.score.raw', String(raw)],
    ],
    readScore: 'cmi.core.score.raw',
    statuses: ['cmi.core.lesson_status'],
    rankOf: ([status]) =>
      status === 'passed'
        ? 2
        : status === 'completed'
          ? 1
          : status === 'incomplete'
            ? 0
            : undefined,
    tellRank: (rank) => [
      ['cmi.core.lesson_status', (['incomplete', 'completed', 'passed'] as const)[rank]],
    ],
    progress: undefined,
    mastery: (get) => percentage(get('cmi.student_data.mastery_score'), 1),
    duration: (milliseconds) => {
      const { hours, minutes, seconds } = clock(milliseconds);
      return `${two(hours, 4)}:${two(minutes)}:${seconds.toFixed(2).padStart(5, '0')}`;
    },
    interaction(at, { id, right, response, latency, time }) {
      const one = `cmi.interactions.${at}.`;
      return [
        [`${one}id`, id],
        [`${one}time`, time.toTimeString().slice(0, 8)],
        [`${one}type`, 'performance'],
        [`${one}student_response`, response],
        [`${one}result`, right ? 'correct' : 'wrong'],
        [`${one}latency`, this.duration(latency)],
      ];
    },
  },
  '2004': {
    calls: {
      open: 'Initialize',
      close: 'Terminate',
      commit: 'Commit',
      get: 'GetValue',
      set: 'SetValue',
    },
    learner: 'cmi.learner_id',
    mode: 'cmi.mode',
    suspend: 'cmi.suspend_data',
    location: 'cmi.location',
    exit: 'cmi.exit',
    time: 'cmi.session_time',
    score: (raw) => [
      ['cmi.score.min', '0'],
      ['cmi.score.max', '100'],
      ['cmi.score.raw', String(raw)],
      ['cmi.score.scaled', String(raw / 100)],
    ],
    readScore: 'cmi.score.raw',
    statuses: ['cmi.completion_status', 'cmi.success_status'],
    rankOf: ([completion, success]) =>
      success === 'passed'
        ? 2
        : completion === 'completed'
          ? 1
          : completion === 'incomplete'
            ? 0
            : undefined,
    tellRank: (rank) =>
      rank === 0
        ? [['cmi.completion_status', 'incomplete']]
        : rank === 1
          ? [['cmi.completion_status', 'completed']]
          : [
              ['cmi.completion_status', 'completed'],
              ['cmi.success_status', 'passed'],
            ],
    progress: 'cmi.progress_measure',
    mastery: (get) => percentage(get('cmi.scaled_passing_score'), 100),
    duration: (milliseconds) => {
      const { hours, minutes, seconds } = clock(milliseconds);
      return `PT${hours}H${minutes}M${Number(seconds.toFixed(2))}S`;
    },
    interaction(at, { id, right, response, latency, time }) {
      const one = `cmi.interactions.${at}.`;
      return [
        [`${one}id`, id],
        [`${one}type`, 'other'],
        [`${one}timestamp`, time.toISOString().slice(0, 19)],
        [`${one}learner_response`, response],
        [`${one}result`, right ? 'correct' : 'incorrect'],
        [`${one}latency`, this.duration(latency)],
      ];
    },
  },
};

function percentage(written: string, times: number): number | undefined {
  const value = Number(written) * times;
  return written.trim() === '' || !Number.isFinite(value) ? undefined : value;
}

function clock(milliseconds: number): { hours: number; minutes: number; seconds: number } {
  // Hundredths first: 59.996 seconds are a minute, not 60.00 of them.
  const hundredths = Math.max(0, Math.round(milliseconds / 10));
  return {
    hours: Math.min(Math.floor(hundredths / 360_000), 9999),
    minutes: Math.floor(hundredths / 6000) % 60,
    seconds: (hundredths % 6000) / 100,
  };
}

function two(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}

/**
 * What Open edX's SCORM XBlock does with what a lesson tells it: the raw score counts out of 100,
 * whatever its bounds; the grade is published when a lesson has passed or is complete, and failing
 * publishes nothing at all; a question for status or score gets no answer, and a question after the page
 * is gone fails.
 */
import type { Api, ScormVersion } from '../../../web/embed/scorm/find-api.ts';

export class OpenEdx {
  readonly api: Api;
  /** the grades that were published, each 0 to 1 */
  readonly grades: number[] = [];
  readonly broken: string[] = [];
  /** whether the page is being left */
  leaving = false;
  #score = 0;
  readonly #kept: Map<string, string>;

  constructor(version: ScormVersion, earlier?: OpenEdx) {
    this.#kept = new Map(earlier === undefined ? [] : earlier.#kept);
    this.#score = earlier === undefined ? 0 : earlier.#score;
    const prefix = version === '1.2' ? 'LMS' : '';
    const close = version === '1.2' ? 'LMSFinish' : 'Terminate';
    this.api = {
      [version === '1.2' ? 'LMSInitialize' : 'Initialize']: () => 'true',
      [close]: () => 'true',
      [`${prefix}Commit`]: () => 'true',
      [`${prefix}GetValue`]: (element: string) => this.#get(element),
      [`${prefix}SetValue`]: (element: string, value: string) => this.#set(element, value),
    };
  }

  #get(element: string): string {
    if (this.leaving) this.broken.push(`asked for ${element} while the page was left`);
    const answered = /suspend_data|location|learner_id|student_id|mode$/.test(element);
    return answered ? (this.#kept.get(element) ?? '') : '';
  }

  #set(element: string, value: string): string {
    this.#kept.set(element, value);
    if (element.endsWith('score.raw')) this.#score = Number(value) / 100;
    if (element.endsWith('score.scaled') && Number(value) < 0) this.broken.push('a negative score');
    if (!/lesson_status|completion_status|success_status/.test(element)) return 'true';
    if (value === 'passed' || value === 'completed') this.grades.push(this.#score);
    if (value === 'failed') this.grades.push(0);
    return 'true';
  }
}

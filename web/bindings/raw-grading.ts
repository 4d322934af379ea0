/** What the module `grading` exports, written by hand as in raw.ts. */

import type { RawResult } from './errors.ts';
import type { Answer, ChallengeCase, Reference, Tolerance, Verdict } from './grading.ts';

export interface RawGrading {
  challengeCases(challenge: string, seed: number): RawResult<ChallengeCase[]>;
  grade(challenge: string, seed: number, answers: Answer[]): RawResult<Verdict>;
  challengeReference(challenge: string, seed: number, caseIndex: number): RawResult<Reference>;
  gradingTolerance(): RawResult<Tolerance>;
}

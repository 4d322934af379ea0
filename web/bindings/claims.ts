import type { Core } from './core.ts';
import { text } from './guards.ts';

export type ClaimVerdict = 'holds' | 'fails' | 'depends';

/** One number that an experiment measured. */
export interface Evidence {
  id: string;
  value: number;
  source: string; // the call of the core that gave it
}

export interface ClaimReport {
  id: string;
  verdict: ClaimVerdict;
  evidence: Evidence[];
}

/** The ids of all claims, in the order of the lesson. */
export function claimIds(core: Core): string[] {
  return core.call((raw) => raw.claimIds());
}

/**
 * Runs the experiment of one claim.
 * @throws {CoreError} 'unknown-name', 'out-of-memory' or 'wrong-type'
 */
export function checkClaim(core: Core, id: string): ClaimReport {
  return core.call((raw) => raw.checkClaim(text('id', id)));
}

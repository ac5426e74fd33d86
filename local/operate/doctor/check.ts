import { tellError } from '../../words/tell-error.ts';

/** `warning`: what was found may be meant, and stops nothing. */
export type CheckState = 'ok' | 'warning' | 'missing' | 'failed' | 'skipped';

/** What a check found, as a sentence, and the command or the step that fixes it. Never a secret or its address. */
export interface Finding {
  readonly state: CheckState;
  readonly found: string;
  /** Absent when there is nothing to fix. The name is that of the field of `doctor --json`. */
  readonly mend?: string;
  /** The command that comes next when all is well. */
  readonly next?: string;
}

export interface Check {
  readonly name: string;
  /** The names of checks that have to be well first. */
  readonly needs: readonly string[];
  run(): Promise<Finding>;
}

export interface CheckReport extends Finding {
  readonly check: string;
}

export const ok = (found: string, next?: string): Finding => ({ state: 'ok', found, ...(next && { next }) });
export const warning = (found: string, mend: string): Finding => ({ state: 'warning', found, mend });
export const missing = (found: string, mend: string): Finding => ({ state: 'missing', found, mend });
export const failed = (found: string, mend: string): Finding => ({ state: 'failed', found, mend });

/**
 * Runs the checks in their order, and reports each as soon as it is done. A check that needs a failed one is skipped:
 * its own failure would only repeat the first.
 */
export async function runChecks(
  checks: readonly Check[],
  tell: (report: CheckReport) => void,
): Promise<CheckReport[]> {
  const reports: CheckReport[] = [];
  for (const { name, needs, run } of checks) {
    const lacking = needs.find((need) => !reports.some((report) => report.check === need && isWell(report)));
    const finding = lacking === undefined ? await run().catch(unexpected) : skip(lacking);
    const report = { check: name, ...finding };
    reports.push(report);
    tell(report);
  }
  return reports;
}

/** The other checks still run. */
function unexpected(error: unknown): Finding {
  return failed(`can't be looked at: ${tellError(error)}`, 'fix that first, then run this again');
}

export function isWell({ state }: Finding): boolean {
  return state === 'ok' || state === 'warning';
}

function skip(lacking: string): Finding {
  return { state: 'skipped', found: `needs ${lacking}` };
}

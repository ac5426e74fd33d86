import { tellError } from '../words/tell-error.ts';

/** `warning`: the finding may be intended, and does not fail the command. */
export type CheckState = 'ok' | 'warning' | 'missing' | 'failed' | 'skipped';

/** What a check found, and the command or step that fixes it. Never contains a secret or an address with one. */
export interface Finding {
  readonly state: CheckState;
  readonly found: string;
  /** Absent if there is nothing to fix. Named after the field of `doctor --json`. */
  readonly mend?: string;
  /** The command to run next if all checks passed. */
  readonly next?: string;
}

export interface Check {
  readonly name: string;
  /** The names of checks that must pass first. */
  readonly needs: readonly string[];
  run(): Promise<Finding>;
}

export interface CheckReport extends Finding {
  readonly check: string;
}

export const ok = (found: string, next?: string): Finding => ({ state: 'ok', found, ...(next && { next }) });
export const warning = (found: string, fix: string): Finding => ({ state: 'warning', found, mend: fix });
export const missing = (found: string, fix: string): Finding => ({ state: 'missing', found, mend: fix });
export const failed = (found: string, fix: string): Finding => ({ state: 'failed', found, mend: fix });

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

/** An unexpected error fails this check only; the others still run. */
function unexpected(error: unknown): Finding {
  return failed(`the check failed: ${tellError(error)}`, 'fix that first, then run this again');
}

export function isWell({ state }: Finding): boolean {
  return state === 'ok' || state === 'warning';
}

function skip(lacking: string): Finding {
  return { state: 'skipped', found: `needs ${lacking}` };
}

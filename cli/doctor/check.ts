import { counted } from '../../shared/domain/counted.ts';
import { formatError } from '../../view/words/format-error.ts';
import { paint, type Tone } from '../../view/words/paint.ts';
import { awsProblem } from '../aws/aws-problem.ts';

/** A finding, and the command or step that fixes it. Never contains a secret or an address with one. */
export interface CheckResult {
  /** `warning`: the finding may be intended, and does not fail the command. */
  readonly state: 'ok' | 'warning' | 'missing' | 'failed' | 'skipped';
  readonly found: string;
  /** Absent if there is nothing to fix. */
  readonly fix?: string;
  /** The command to run next if all checks passed. */
  readonly next?: string;
}

/** `needs`: the names of checks that must pass first. An error of AWS that `run` rejects with becomes a finding. */
export const check = (name: string, needs: readonly string[], run: () => Promise<CheckResult>) => {
  return { name, needs, run };
};

export type Check = ReturnType<typeof check>;

/** Printed by `doctor --json` under these names. */
export type CheckReport = CheckResult & { readonly check: string };

export const ok = (found: string, next?: string): CheckResult => ({
  state: 'ok',
  found,
  ...(next && { next }),
});
export const warning = (found: string, fix: string): CheckResult => ({ state: 'warning', found, fix });
export const missing = (found: string, fix: string): CheckResult => ({ state: 'missing', found, fix });
export const failed = (found: string, fix: string): CheckResult => ({ state: 'failed', found, fix });

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
    const finding: CheckResult =
      lacking === undefined ? await run().catch(findingOf) : { state: 'skipped', found: `needs ${lacking}` };
    const report = { check: name, ...finding };
    reports.push(report);
    tell(report);
  }
  return reports;
}

/** An error fails its own check only; the others still run. */
function findingOf(error: unknown): CheckResult {
  const problem = awsProblem(error);
  if (problem === null)
    return failed(`the check failed: ${formatError(error)}`, 'fix that first, then run this again');
  const [found = '', ...fix] = problem.sentence.replace(/^AWS: /, '').split('; ');
  const state = problem.exitCode === 2 ? missing : failed;
  return state(found, fix.join('; '));
}

/** A warning does not fail the command. */
export function isWell({ state }: CheckResult): boolean {
  return state === 'ok' || state === 'warning';
}

const tones: Readonly<Record<CheckResult['state'], Tone>> = {
  ok: 'good',
  warning: 'warning',
  missing: 'bad',
  failed: 'bad',
  skipped: 'none',
};

/** `missing  secret X: is not in Secrets Manager. Fix: …`. */
export function describeCheck({ check, state, found, fix }: CheckReport): string {
  const line = `${paint(tones[state], state.padEnd(8))} ${check}: ${found}`;
  return fix === undefined ? line : `${line}. Fix: ${fix}`;
}

/** The last line: what to do next. */
export function describeNext(reports: readonly CheckReport[]): string {
  const ill = reports.filter(({ state }) => state === 'missing' || state === 'failed').length;
  if (ill > 0)
    return `${ill} of ${reports.length} checks failed. Fix ${ill === 1 ? 'it' : 'them'}, then run this again.`;
  const warnings = reports.filter(({ state }) => state === 'warning').length;
  const well = `All checks passed${warnings === 0 ? '' : `, with ${counted(warnings, 'warning')}`}.`;
  const next = reports.findLast((report) => report.next !== undefined)?.next;
  return next === undefined ? well : `${well} Next: ${next}`;
}

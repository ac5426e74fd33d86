import type { CheckReport } from './check.ts';

/** One line: `missing  secret X: is not there. Mend: …`. */
export function tellCheck({ check, state, found, mend }: CheckReport): string {
  const line = `${state.padEnd(8)} ${check}: ${found}`;
  return mend === undefined ? line : `${line}. Mend: ${mend}`;
}

export function isWell(reports: readonly CheckReport[]): boolean {
  return reports.every(({ state }) => state === 'ok');
}

/** The last line: what to do next. */
export function tellNext(reports: readonly CheckReport[]): string {
  const ill = reports.filter(({ state }) => state === 'missing' || state === 'failed').length;
  if (ill > 0) {
    return `${ill} of ${reports.length} checks ${ill === 1 ? 'needs' : 'need'} mending; then run this again.`;
  }
  const next = reports.findLast((report) => report.next !== undefined)?.next;
  return next === undefined ? 'All is well.' : `All is well. Next: ${next}`;
}

import { counted } from '../../shared/domain/counted.ts';
import { type CheckReport, isWell } from './check.ts';

/** One line: `missing  secret X: is not in Secrets Manager. Fix: …`. */
export function tellCheck({ check, state, found, mend: fix }: CheckReport): string {
  const line = `${state.padEnd(8)} ${check}: ${found}`;
  return fix === undefined ? line : `${line}. Fix: ${fix}`;
}

export function areWell(reports: readonly CheckReport[]): boolean {
  return reports.every(isWell);
}

/** The last line: what to do next. */
export function tellNext(reports: readonly CheckReport[]): string {
  const ill = reports.filter(({ state }) => state === 'missing' || state === 'failed').length;
  if (ill > 0) {
    return `${ill} of ${reports.length} checks failed. Fix ${ill === 1 ? 'it' : 'them'}, then run this again.`;
  }
  const warnings = reports.filter(({ state }) => state === 'warning').length;
  const well = `All checks passed${warnings === 0 ? '' : `, with ${counted(warnings, 'warning')}`}.`;
  const next = reports.findLast((report) => report.next !== undefined)?.next;
  return next === undefined ? well : `${well} Next: ${next}`;
}

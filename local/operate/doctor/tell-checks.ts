import { counted } from '../../../shared/domain/counted.ts';
import { type CheckReport, isWell } from './check.ts';

/** One line: `missing  secret X: is not there. Fix: …`. */
export function tellCheck({ check, state, found, mend }: CheckReport): string {
  const line = `${state.padEnd(8)} ${check}: ${found}`;
  return mend === undefined ? line : `${line}. Fix: ${mend}`;
}

export function areWell(reports: readonly CheckReport[]): boolean {
  return reports.every(isWell);
}

/** The last line: what to do next. */
export function tellNext(reports: readonly CheckReport[]): string {
  const ill = reports.filter(({ state }) => state === 'missing' || state === 'failed').length;
  if (ill > 0) {
    return `${ill} of ${reports.length} checks ${ill === 1 ? 'needs' : 'need'} fixing; then run this again.`;
  }
  const warnings = reports.filter(({ state }) => state === 'warning').length;
  const well = `All is well${warnings === 0 ? '' : ` but for ${counted(warnings, 'warning')}`}.`;
  const next = reports.findLast((report) => report.next !== undefined)?.next;
  return next === undefined ? well : `${well} Next: ${next}`;
}

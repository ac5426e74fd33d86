import { beginElsewhere, takeInTurn } from '../../../shared/domain/concurrency.ts';
import type { LookUpRequest } from '../../../shared/domain/reports/became.ts';
import { askedAMinute } from '../../../shared/domain/reports/due-report.ts';

const mostSignals = 200;

/**
 * Reports take turns, so that a large one doesn't delay a small one, and each goes on behind its share of the minute
 * before: buyers that are never answered don't delay the rest. Those that are answered have no signals. Pure.
 */
export function chooseQuestions(
  reports: readonly (readonly LookUpRequest[])[],
  minute: number,
): LookUpRequest[] {
  const share = Math.max(1, Math.floor(askedAMinute / reports.length));
  const open = reports.map((questions) =>
    beginElsewhere(questions, minute * share).filter(({ signalIds }) => signalIds.length > 0),
  );
  // One question for each buyer reads its lists once: an answer to the latest serves the other reports too.
  const joined = [...Map.groupBy(takeInTurn(open), ({ buyerId }) => buyerId)].slice(0, askedAMinute);
  return joined.map(([buyerId, own]) => {
    const signalIds = [...new Set(own.flatMap((one) => one.signalIds))].slice(0, mostSignals);
    return { buyerId, signalIds, askedAt: Math.max(...own.map(({ askedAt }) => askedAt)) };
  });
}

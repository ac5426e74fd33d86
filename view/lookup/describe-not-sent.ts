import type { SignalRecord } from '../../shared/domain/history/history.ts';

/** Why no route was asked: by the config of then, which today's may differ from. */
export function describeNotSent({
  notSent,
  firstRun,
}: Pick<SignalRecord, 'notSent' | 'firstRun'>): string | null {
  if (notSent === null) return null;
  if (notSent === 'left-out') return 'watch left its bridge out';
  const then = firstRun === null ? 'decided so then' : `was ${firstRun} then`;
  return `it was there before the first reading of its buyer; watch.firstRun ${then}`;
}

import { counted, grouped } from '../../shared/domain/counted.ts';
import type { AwaitedFacts } from '../../shared/domain/health/facts.ts';
import { formatTime } from '../../shared/domain/times/format-time.ts';

/** After a count of found signals: `: 124 to send, 454 not: …`; nothing if all are to be sent. */
export function describeUnsent(signals: number, unsent: number): string {
  if (unsent === 0) return '';
  const why = 'they were there before the first run, watch leaves them out, or no route takes them';
  return `: ${grouped(signals - unsent)} to send, ${grouped(unsent)} not: ${why}`;
}

/** `3 signals wait for "Match Score" to be computed, until 2026-11-21 08:00 UTC at most`; null for none. */
export function describeAwaited({ signals, columns, until }: Omit<AwaitedFacts, 'overAt'>): string | null {
  if (signals === 0) return null;
  const names = columns.map((name) => JSON.stringify(name)).join(', ') || 'a value';
  const end = until === null ? '' : `, until ${formatTime(until)} at most`;
  return `${counted(signals, 'signal')} ${signals === 1 ? 'waits' : 'wait'} for ${names} to be computed${end}`;
}

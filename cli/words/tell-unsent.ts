import { grouped } from '../../shared/domain/counted.ts';

/** After a count of found signals: `: 124 to send, 454 not, since …`; nothing if all are to be sent. */
export function tellUnsent(signals: number, unsent: number): string {
  if (unsent === 0) return '';
  const why = 'they were there before the first run, or watch leaves them out';
  return `: ${grouped(signals - unsent)} to send, ${grouped(unsent)} not: ${why}`;
}

import type { RecordedClick } from './click.ts';

export type Choice = Pick<RecordedClick, 'kind' | 'signalId'>;

/**
 * The first claim, the first "not for us", and the mute of the buyer that no later click ended; null for each that
 * nobody chose. `clicks` in the order in which they were recorded. Pure.
 */
export function outcomeOf<One extends Choice>(clicks: readonly One[], signalId: string) {
  const own = clicks.filter((click) => click.signalId === signalId);
  const first = (kind: Choice['kind']) => own.find((click) => click.kind === kind) ?? null;
  const last = own.findLast(({ kind }) => kind.includes('mute')) ?? null;
  return {
    claimed: first('claim'),
    refused: first('not-for-us'),
    muted: last?.kind === 'unmute' ? null : last,
  };
}

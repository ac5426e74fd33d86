import type { RecordedClick } from './click.ts';

/** What readers chose at a signal; null for each choice that nobody made. */
export interface Outcome {
  /** The first claim. Later ones change nothing. */
  readonly claimed: RecordedClick | null;
  /** The first "not for us". */
  readonly refused: RecordedClick | null;
  /** The mute of its buyer that no later click ended. Its `until` may have passed. */
  readonly muted: RecordedClick | null;
}

/** What the clicks, in the order in which they were recorded, say of a signal. Pure. */
export function outcomeOf(clicks: readonly RecordedClick[], signalId: string): Outcome {
  const own = clicks.filter((click) => click.signalId === signalId);
  const first = (kind: RecordedClick['kind']) => own.find((click) => click.kind === kind) ?? null;
  const lastMute = own.findLast(({ kind }) => muting.has(kind));
  const muted = lastMute === undefined || lastMute.kind === 'unmute' ? null : lastMute;
  return { claimed: first('claim'), refused: first('not-for-us'), muted };
}

const muting: ReadonlySet<RecordedClick['kind']> = new Set(['mute-week', 'mute-month', 'unmute']);

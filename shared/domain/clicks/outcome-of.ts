import { nameZone, tellMoment } from '../../../message/facts/tell-date.ts';
import { longest } from '../text/lengths.ts';
import { oneLine } from '../text/one-line.ts';
import type { RecordedClick } from './click.ts';

type Choice = Pick<RecordedClick, 'kind' | 'signalId'>;

/**
 * What readers chose at a signal: the first claim, the first "not for us", and the mute of its buyer that no later click
 * ended; null for each that nobody chose. `clicks` in the order in which they were recorded. Pure.
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

/** Times in milliseconds since the epoch, or in ISO 8601. */
interface ToldClick extends Choice, Pick<RecordedClick, 'by'> {
  readonly at: number | string;
  readonly until?: number | string | null | undefined;
}

/** `claimed by ann, Tue 8:41 AM New York`, `not for us: bob`; nothing if nobody chose anything. In UTC without a zone. */
export function tellClicks(
  clicks: readonly ToldClick[],
  signalId: string,
  { now, timezone }: { readonly now: number; readonly timezone: string | null },
): string[] {
  const zone = timezone ?? 'UTC';
  const tell = (at: number | string) =>
    `${tellMoment(new Date(at).getTime(), { now, timezone: zone })} ${nameZone(zone)}`;
  const nameOf = ({ by }: ToldClick): string => oneLine(by.name, longest.person) ?? by.id;
  const { claimed, refused, muted } = outcomeOf(clicks, signalId);
  return [
    claimed && `claimed by ${nameOf(claimed)}, ${tell(claimed.at)}`,
    refused && `not for us: ${nameOf(refused)}`,
    muted && `buyer muted by ${nameOf(muted)} until ${tell(muted.until ?? muted.at)}, on this route`,
  ].filter((part) => part !== null);
}

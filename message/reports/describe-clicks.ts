import type { RecordedClick } from '../../shared/domain/clicks/click.ts';
import { type Choice, outcomeOf } from '../../shared/domain/clicks/outcome-of.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { nameZone } from '../../shared/domain/times/wall-time.ts';
import { formatMoment } from '../facts/format-date.ts';

/** Times in milliseconds since the epoch, or in ISO 8601. */
interface ToldClick extends Choice, Pick<RecordedClick, 'by'> {
  readonly at: number | string;
  readonly until?: number | string | null | undefined;
}

/** `claimed by ann, Tue 8:41 AM New York`, `not for us: bob`; nothing if nobody chose anything. In UTC without a zone. */
export function describeClicks(
  clicks: readonly ToldClick[],
  signalId: string,
  { now, timezone }: { readonly now: number; readonly timezone: string | null },
): string[] {
  const zone = timezone ?? 'UTC';
  const tell = (at: number | string) =>
    `${formatMoment(new Date(at).getTime(), { now, timezone: zone })} ${nameZone(zone)}`;
  const nameOf = ({ by }: ToldClick): string => oneLine(by.name, longest.person) ?? by.id;
  const { claimed, refused, muted } = outcomeOf(clicks, signalId);
  return [
    claimed && `claimed by ${nameOf(claimed)}, ${tell(claimed.at)}`,
    refused && `not for us: ${nameOf(refused)}`,
    muted && `buyer muted by ${nameOf(muted)} until ${tell(muted.until ?? muted.at)}, on this route`,
  ].filter((part) => part !== null);
}

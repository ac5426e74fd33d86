import { keyOfName } from '../../shared/domain/cells/owners.ts';
import { counted, grouped } from '../../shared/domain/counted.ts';
import type { DigestContent, DigestMute, DigestView } from '../../shared/domain/digests/digest.ts';
import { shortId } from '../../shared/domain/digests/digest-id.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { midnightOf, nameZone, wallTimeAt } from '../../shared/domain/times/wall-time.ts';
import { formatClock, formatDate, formatMoment, type Reading, readingOf } from '../facts/format-date.ts';
import type { Line } from '../lines/message.ts';
import { nameOwners } from '../lines/owner.ts';
import { dot, plain } from '../lines/spans.ts';
import { keepTogether } from '../text/keep-together.ts';
import { rulesIn } from './hot-reason.ts';

/** Says what was left out, then why signals are hot, the route, the period and the id. */
export function writeFooter(content: DigestContent): Line[] {
  const { unreadable, held, awaitingSummary, muted, flood, part, more, totals, view } = content;
  const { period, windowStart, windowEnd } = content;
  const ofFlood = flood ? Math.max(0, flood.newSignals - flood.shown) : 0;
  const inAll = ofFlood > 0 && held > ofFlood ? ' in all' : '';
  const notices = [
    unreadable > 0 &&
      counted(
        unreadable,
        'signal could not be read and is not shown',
        'signals could not be read and are not shown',
      ),
    totals.inQuietHours !== undefined && `${grouped(totals.inQuietHours)} came in quiet hours`,
    // A flood's notice, in its first message, says how many of it wait.
    held > (part === 1 ? ofFlood : 0) && `${describeWaiting(held)}${inAll}: too many came at once`,
    awaitingSummary > 0 &&
      `${counted(awaitingSummary, 'hot signal waits', 'hot signals wait')} for a summary`,
    ...describeMuted(muted, readingOf(view)),
    view.route?.owner?.is === null && describeUntold(content),
  ];
  const rules = rulesIn(content);
  const origin = [
    rules.length === 1 && `🔥 ${rules[0]}`,
    oneLine(content.routeId, longest.routeId),
    describePeriod(view, Date.parse(period?.start ?? windowStart), Date.parse(period?.end ?? windowEnd)),
    view.nextAt !== null && `next ${keepTogether(formatMoment(Date.parse(view.nextAt), readingOf(view)))}`,
    (part > 1 || more) && `message ${part}, ${more ? 'more follow' : 'the last'}`,
    `id ${shortId(content.digestId)}`,
  ];
  return [...notices.filter(isText), origin.filter(isText).join(dot)].map((text) => [plain(text)]);
}

const describeWaiting = (count: number): string => counted(count, 'signal waits', 'signals wait');

const mostNamed = 5;

/** `Not told directly: Dev Patel 2 · no owner 3`, for the rest of a set of owners; null without a readable signal. */
function describeUntold({ buyers, view }: DigestContent): string | null {
  const names = buyers.flatMap(({ signals }) =>
    signals.map((signal) => nameOwners(signal, view) || 'no owner'),
  );
  const groups = [...Map.groupBy(names, keyOfName).values()].sort((a, b) => b.length - a.length);
  const counts = groups.map((all) => `${all[0]} ${all.length}`);
  const others = counts.length - mostNamed;
  const more = others > 0 ? [`${others} more`] : [];
  return names.length === 0
    ? null
    : `Not told directly: ${[...counts.slice(0, mostNamed), ...more].join(dot)}`;
}

const mostMutes = 3;

/** `12 signals wait: Fort Worth ISD is muted until Dec 3, 8 AM EST`, a line each. */
function describeMuted(muted: readonly DigestMute[], reading: Reading): string[] {
  const others = muted.slice(mostMutes);
  const told = muted.slice(0, mostMutes).map((mute) => {
    const until = formatDate({ kind: 'instant', instant: Date.parse(mute.until) }, reading);
    return `${describeWaiting(mute.signals)}: ${nameMuted(mute)} is muted until ${until}`;
  });
  const signals = others.reduce((sum, mute) => sum + mute.signals, 0);
  if (others.length > 0)
    told.push(
      `${describeWaiting(signals)}: ${others.length} more ${others.length === 1 ? 'is' : 'are'} muted`,
    );
  return told;
}

function nameMuted({ kind, id, name }: DigestMute): string {
  if (kind === 'route') return 'this route';
  return oneLine(name, longest.buyerName) ?? `${kind} ${id.slice(0, 8)}`;
}

/** `new from Fri 8:00 AM to Mon 8:00 AM, New York`, `seen Mon 9:12 AM, New York`. */
function describePeriod(view: DigestView, start: number, end: number): string {
  const reading = readingOf(view);
  const [from, to] = [keepTogether(formatMoment(start, reading)), keepTogether(formatMoment(end, reading))];
  const zone = nameZone(view.timezone);
  if (from === to) return `seen ${from}, ${zone}`;
  const [first, last] = [wallTimeAt(start, view.timezone), wallTimeAt(end, view.timezone)];
  const isOneDay = midnightOf(first) === midnightOf(last);
  return `new from ${from} to ${isOneDay ? keepTogether(formatClock(last)) : to}, ${zone}`;
}

const isText = (text: string | false | null): text is string => typeof text === 'string';

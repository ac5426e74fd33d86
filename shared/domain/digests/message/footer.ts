import { counted } from '../../counted.ts';
import type { DigestContent } from '../digest.ts';
import { shortId } from '../short-id.ts';
import { readingOf } from './facts/facts.ts';
import { nameZone, type Reading, tellClock, tellMoment } from './facts/tell-date.ts';
import { wallTimeAt } from './facts/wall-time.ts';
import type { Line } from './message.ts';
import { plain } from './spans.ts';
import { longest } from './text/lengths.ts';
import { oneLine } from './text/one-line.ts';

/** What was left out, then where the message comes from, its period, and by what an operator finds it. */
export function writeFooter(content: DigestContent): Line[] {
  const { unreadable, held, flood, part, totals, digestId, routeId, view } = content;
  const parts = Math.max(totals.parts, content.parts);
  const notices = [
    unreadable > 0 && tellUnreadable(unreadable),
    totals.inQuietHours !== undefined && `${totals.inQuietHours.toLocaleString('en-US')} came in quiet hours`,
    // A flood's notice says how many it keeps back itself.
    held > 0 && flood?.rest !== 'held' && `${counted(held, 'signal')} kept back`,
  ];
  const origin = [
    oneLine(routeId, longest.routeId),
    tellPeriod(content),
    view.nextAt !== null && `next ${tellMoment(Date.parse(view.nextAt), readingOf(view))}`,
    parts > 1 && `message ${part} of ${Math.max(parts, part)}`,
    `id ${shortId(digestId)}`,
  ];
  return [...notices.filter(isText), origin.filter(isText).join(' · ')].map((text) => [plain(text)]);
}

function tellUnreadable(count: number): string {
  return `${counted(count, 'signal')} could not be read and ${count === 1 ? 'is' : 'are'} not shown`;
}

/** `new from Fri 8:00 AM to Mon 8:00 AM, New York`, `seen Mon 9:12 AM, New York`. */
function tellPeriod({ windowStart, windowEnd, view }: DigestContent): string {
  const reading = readingOf(view);
  const [start, end] = [Date.parse(windowStart), Date.parse(windowEnd)];
  const [from, to] = [tellMoment(start, reading), tellMoment(end, reading)];
  const zone = nameZone(view.timezone);
  if (from === to) return `seen ${from}, ${zone}`;
  return `new from ${from} to ${sameDay(start, end, reading) ? tellClock(wallTimeAt(end, view.timezone)) : to}, ${zone}`;
}

function sameDay(start: number, end: number, { timezone }: Reading): boolean {
  const [first, last] = [wallTimeAt(start, timezone), wallTimeAt(end, timezone)];
  return first.year === last.year && first.month === last.month && first.day === last.day;
}

const isText = (text: string | false | null): text is string => typeof text === 'string';

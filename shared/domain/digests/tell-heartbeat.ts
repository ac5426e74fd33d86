import { counted, grouped } from '../counted.ts';
import { dateFormat } from '../facts/formats.ts';
import type { TallyCounts, TallyName } from '../tally.ts';
import type { HeartbeatContent } from './heartbeat.ts';

type Told = Pick<HeartbeatContent, 'counts' | 'newForRoute' | 'quietSince' | 'until' | 'timezone'>;

/** The kinds of failure, in the order of the sentence. */
const failureWords: readonly (readonly [TallyName, (count: number) => string])[] = [
  ['bridgesFailed', (count) => `${counted(count, 'bridge')} not read`],
  ['buyersFailed', (count) => `${counted(count, 'buyer')} not read`],
  ['summariesFailed', (count) => `${counted(count, 'summary', 'summaries')} not fetched`],
  ['messagesFailed', (count) => `${counted(count, 'message')} to be worked on again`],
  ['invocationsFailed', (count) => `${counted(count, 'function call')} ended early`],
  ['digestsGivenUp', (count) => `${counted(count, 'digest')} failed for good`],
];

export function countFailures(counts: TallyCounts): number {
  return failureWords.reduce((sum, [name]) => sum + counts[name], 0);
}

/** `Polled 672 times, 41 new signals, 6 hot, 0 failures, 3 throttles, quiet since Tuesday.` */
export function tellHeartbeat({ counts, newForRoute, quietSince, until, timezone }: Told): string {
  const { newSignals, hotSignals, pollsSkipped, throttles, pauses } = counts;
  const parts = [
    tellPolls(counts),
    pollsSkipped > 0 && `${counted(pollsSkipped, 'round')} skipped`,
    counted(newSignals, 'new signal'),
    `${grouped(hotSignals)} hot`,
    newForRoute < newSignals && `${grouped(newForRoute)} for this route`,
    tellFailures(counts),
    counted(throttles, 'throttle'),
    pauses > 0 && counted(pauses, 'pause'),
    tellQuiet(quietSince, until, timezone),
  ];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}

/** `14 November 08:00 to 21 November 08:00 (America/New_York)` */
export function tellPeriod({
  from,
  until,
  timezone,
}: Pick<HeartbeatContent, 'from' | 'until' | 'timezone'>): string {
  const tell = (time: string) =>
    `${show(time, timezone, dayAndMonth)} ${show(time, timezone, { hour: '2-digit', minute: '2-digit' })}`;
  return `${tell(from)} to ${tell(until)} (${timezone})`;
}

/** Without this, polls that read no buyer would look like a quiet week. */
function tellPolls({ polls, buyersRead }: TallyCounts): string {
  if (polls === 0) return 'Not polled at all';
  const times = polls === 1 ? 'Polled once' : `Polled ${grouped(polls)} times`;
  return buyersRead === 0 ? `${times}, no buyer read` : times;
}

function tellFailures(counts: TallyCounts): string {
  const failures = counted(countFailures(counts), 'failure');
  const named = failureWords.flatMap(([name, tell]) => (counts[name] > 0 ? [tell(counts[name])] : []));
  return named.length === 0 ? failures : `${failures} (${named.join(', ')})`;
}

const dayMs = 86_400_000;
const dayAndMonth = { day: 'numeric', month: 'long' } as const;

function tellQuiet(quietSince: string | null, until: string, timezone: string): string {
  if (quietSince === null) return 'never anything new';
  const [then, now] = [calendarDay(quietSince, timezone), calendarDay(until, timezone)];
  const days = Math.round((Date.parse(now) - Date.parse(then)) / dayMs);
  if (days <= 0)
    return `quiet since ${show(quietSince, timezone, { hour: '2-digit', minute: '2-digit' })} today`;
  if (days === 1) return 'quiet since yesterday';
  if (days <= 6) return `quiet since ${show(quietSince, timezone, { weekday: 'long' })}`;
  const year = then.slice(0, 4) === now.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  return `quiet since ${show(quietSince, timezone, { ...dayAndMonth, ...year })}`;
}

/** `2026-11-21`: the Swedish date format. */
function calendarDay(time: string, timeZone: string): string {
  return dateFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(time));
}

function show(time: string, timeZone: string, parts: Intl.DateTimeFormatOptions): string {
  return dateFormat('en-GB', { timeZone, hourCycle: 'h23', ...parts }).format(new Date(time));
}

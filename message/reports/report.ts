import { counted, grouped } from '../../shared/domain/counted.ts';
import { shortId } from '../../shared/domain/digests/digest-id.ts';
import type { HeartbeatContent } from '../../shared/domain/reports/heartbeat.ts';
import type { countByOwner } from '../../shared/domain/reports/untouched.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { nameZone, wallTimeAt } from '../../shared/domain/times/wall-time.ts';
import { describeBy } from '../digest/closing-soon.ts';
import { formatDay, formatMoment } from '../facts/format-date.ts';
import { formatSum, type Worth } from '../facts/money.ts';
import { describeHeartbeat } from './describe-heartbeat.ts';
import type { ToldRow } from './told-row.ts';

/** Times in ISO 8601. */
interface Report extends Pick<HeartbeatContent, 'digestId' | 'routeId' | 'timezone'> {
  /** The route's time that it belongs to. */
  readonly until: string;
  /** Untouched signals, the first to close first: at most `mostListed` of its kind. */
  readonly signals: readonly ToldRow[];
}

/** A recap says what became of the hot signals that a route was sent in a period. */
export interface RecapContent extends Report {
  readonly kind: 'recap';
  readonly since: string;
  readonly counts: RecapCounts;
  /** The worth of the open ones, and how many of them name a sum; null where these can't be added. */
  readonly worth: Worth | null;
  /** The worth of the open ones that close within seven days. */
  readonly closingWorth: Worth | null;
  /** Each owner's open ones; empty where the config declares no column for owners. */
  readonly owners: ReturnType<typeof countByOwner>;
}

/**
 * `hot` is the sum of the five behind it. `unknown` could not be looked up. Of the untouched, `closing` have a deadline
 * within seven days, and that of `closed` has passed. Readers chose `claimed` and `notForUs`, where a message offers
 * that.
 */
export type RecapCounts = Readonly<
  Record<
    'hot' | 'acted' | 'saved' | 'notInterested' | 'untouched' | 'unknown' | 'closing' | 'closed',
    number
  > &
    Partial<Record<'claimed' | 'notForUs', number>>
>;

/** A reminder lists untouched hot signals whose deadline comes near. */
export interface ReminderContent extends Report {
  readonly kind: 'reminder';
  /** All of them: more than it lists where they are very many. */
  readonly untouched: number;
  /** Further ones that could not be looked up. */
  readonly unknown: number;
}

export type ReportContent = HeartbeatContent | RecapContent | ReminderContent;
type Without<Content, Field extends PropertyKey> = Content extends unknown ? Omit<Content, Field> : never;
/** The content without an id. */
export type UnnamedReport = Without<ReportContent, 'digestId'>;
/** `signals` are all that it is about, the first to close first. */
export type ReportWords = Without<RecapContent | ReminderContent, Exclude<keyof Report, 'signals'>>;

/** A recap lists no more: nobody reads them. A body lists as many of these as fit: 18, unless their texts are very long. */
export const mostListed = { recap: 10, reminder: 18 } as const;

export function summarizeReport(content: UnnamedReport): string {
  if (content.kind === 'heartbeat') return describeHeartbeat(content);
  return content.kind === 'recap' ? describeRecap(content) : describeReminder(content);
}

/** `Hot signals Nov 23–30: 12 of 43 acted on`; without the share where none of them could be looked up. */
function describeRecap({ since, until, counts, timezone }: Omit<RecapContent, 'digestId'>): string {
  const { hot, acted, unknown } = counts;
  const period = formatDays(Date.parse(since), Date.parse(until), timezone);
  if (hot === 0) return `No hot signals ${period}`;
  if (unknown === hot) return `${counted(hot, 'hot signal')} ${period}`;
  if (hot === 1) return `1 hot signal ${period}: ${acted === 1 ? 'acted on' : 'not acted on'}`;
  const share = acted === hot ? 'all' : acted === 0 ? 'none' : grouped(acted);
  return `Hot signals ${period}: ${share} of ${grouped(hot)} acted on`;
}

/** `19 open, worth $11.4M (16 name a sum) · 4 close this week ($4.9M) · 5 saved · 5 not for us` */
export function describeFates({ counts, worth, closingWorth }: Omit<RecapContent, 'digestId'>): string[] {
  const { untouched, closing, closed, saved, notInterested, unknown, claimed = 0, notForUs = 0 } = counts;
  const open = untouched - closed;
  const isPart = worth !== null && worth.named < open;
  const named = isPart ? ` (${counted(worth.named, 'names', 'name')} a sum)` : '';
  const soon = closingWorth?.named === closing ? ` (${formatSum(closingWorth)})` : '';
  const parts = [
    open > 0 && `${grouped(open)} open${worth === null ? '' : `, worth ${formatSum(worth)}${named}`}`,
    closing > 0 && `${counted(closing, 'closes', 'close')} this week${soon}`,
    closed > 0 && `${grouped(closed)} closed untouched`,
    saved > 0 && `${grouped(saved)} saved`,
    notInterested > 0 && `${grouped(notInterested)} not of interest`,
    unknown > 0 && `${grouped(unknown)} could not be looked up`,
    claimed > 0 && `${grouped(claimed)} claimed in Slack`,
    notForUs > 0 && `${grouped(notForUs)} not for us`,
  ];
  return parts.filter((part) => part !== false);
}

export function formatReport(content: UnnamedReport): string {
  const fates = content.kind === 'recap' ? describeFates(content).join(' · ') : '';
  return fates === '' ? summarizeReport(content) : `${summarizeReport(content)}. ${fates}.`;
}

/** `Nov 23–30`, `Nov 28 – Dec 5`, `Nov 30` */
function formatDays(since: number, until: number, timezone: string): string {
  const [from, to] = [new Date(wallTimeAt(since, timezone)), new Date(wallTimeAt(until, timezone))];
  const [first, last] = [formatDay(from), formatDay(to)];
  const isOneYear = from.getUTCFullYear() === to.getUTCFullYear();
  if (isOneYear && first === last) return last;
  const isOneMonth = isOneYear && from.getUTCMonth() === to.getUTCMonth();
  return isOneMonth ? `${first}–${to.getUTCDate()}` : `${first} – ${last}`;
}

/** `4 hot signals are untouched and close by Sat, Nov 28 ($4.86M). 1 more could not be looked up.` */
function describeReminder(content: Omit<ReminderContent, 'digestId'>): string {
  const { untouched, unknown, signals, until, timezone } = content;
  if (untouched === 0) {
    const lost = counted(unknown, 'hot signal that closes', 'hot signals that close');
    return `${lost} soon could not be looked up.`;
  }
  const told = counted(
    untouched,
    'hot signal is untouched and closes',
    'hot signals are untouched and close',
  );
  const missing = unknown > 0 ? ` ${grouped(unknown)} more could not be looked up.` : '';
  // Neither days nor sums are known of signals that are not listed.
  const last = signals.length === untouched ? signals.at(-1)?.closesAt : null;
  if (!last) return `${told} soon.${missing}`;
  const sums = signals.map(({ worth }) => worth);
  return `${told} ${describeBy(Date.parse(last), sums, { now: Date.parse(until), timezone })}.${missing}`;
}

/** `sales · recap of Mon 8:00 AM, New York · id k3xq5yj7` */
export function describeOrigin({ kind, digestId, routeId, until, timezone }: ReportContent): string {
  const at = Date.parse(until);
  const moment = `${formatMoment(at, { now: at, timezone })}, ${nameZone(timezone)}`;
  return `${oneLine(routeId, longest.routeId)} · ${kind} of ${moment} · id ${shortId(digestId)}`;
}

import { counted, grouped } from '../counted.ts';
import type { ReportKind } from '../digests/delivery.ts';
import { shortId } from '../digests/digest-id.ts';
import { type HeartbeatContent, tellHeartbeat } from '../digests/heartbeat.ts';
import { nameZone, tellMoment } from '../facts/tell-date.ts';
import { longest } from '../text/lengths.ts';
import { oneLine } from '../text/one-line.ts';
import type { ToldRow } from './told-row.ts';

/** What a recap and a reminder have in common. Times in ISO 8601. */
interface Report extends Pick<HeartbeatContent, 'digestId' | 'routeId' | 'timezone'> {
  /** The route's time that it belongs to. */
  readonly until: string;
  /** Untouched signals, the first to close first: at most `mostListed` of its kind. */
  readonly signals: readonly ToldRow[];
}

/** What became of the hot signals that a route was sent in a period. */
export interface RecapContent extends Report {
  readonly kind: 'recap';
  readonly since: string;
  readonly counts: RecapCounts;
}

/**
 * `hot` is the sum of the five behind it. `unknown`: could not be looked up. `closing` and `closed`: of the untouched, those
 * whose deadline is within seven days, and those whose deadline has passed. `claimed`, `notForUs`: by readers, where a message offers that.
 */
export type RecapCounts = Readonly<
  Record<
    'hot' | 'acted' | 'saved' | 'notInterested' | 'untouched' | 'unknown' | 'closing' | 'closed',
    number
  > &
    Partial<Record<'claimed' | 'notForUs', number>>
>;

/** Hot signals that are untouched while their deadline comes near. */
export interface ReminderContent extends Report {
  readonly kind: 'reminder';
  /** How many there are; more than it lists where they are very many. */
  readonly untouched: number;
  /** How many more could not be looked up. */
  readonly unknown: number;
}

export type ReportContent = HeartbeatContent | RecapContent | ReminderContent;
/** What a report says beside its id. */
export type UnnamedReport = {
  [Kind in ReportKind]: Omit<Extract<ReportContent, { kind: Kind }>, 'digestId'>;
}[ReportKind];

/** What its own kind says; `signals` are all that it is about, the first to close first. */
export type ReportWords =
  | Pick<RecapContent, 'kind' | 'since' | 'counts' | 'signals'>
  | Pick<ReminderContent, 'kind' | 'untouched' | 'unknown' | 'signals'>;

/** Nobody reads more of a recap. A message or a body lists as many of these as fit: 18, unless their texts are very long. */
export const mostListed = { recap: 10, reminder: 18 } as const;

/** All of it in one sentence, or two. */
export function tellReport(content: UnnamedReport): string {
  if (content.kind === 'heartbeat') return tellHeartbeat(content);
  return content.kind === 'recap' ? tellRecap(content) : tellReminder(content);
}

/** `Of 41 hot signals in 7 days, 12 were acted on, 19 are untouched; 4 of those close within a week. In Slack 18 were claimed.` */
function tellRecap({ since, until, counts }: Pick<RecapContent, 'since' | 'until' | 'counts'>): string {
  const { hot, untouched, closing, closed, unknown, claimed, notForUs = 0 } = counts;
  const hours = (Date.parse(until) - Date.parse(since)) / 3_600_000;
  // A change of clocks makes a day an hour shorter.
  const period =
    hours < 1
      ? counted(Math.round(hours * 60), 'minute')
      : hours < 23
        ? counted(Math.round(hours), 'hour')
        : counted(Math.round(hours / 24), 'day');
  if (hot === 0) return `No hot signals in ${period}.`;
  const done = { 'acted on': counts.acted, saved: counts.saved, 'not of interest': counts.notInterested };
  const parts = Object.entries(done)
    .filter(([, count]) => count > 0)
    .map(
      ([what, count], index) => `${grouped(count)} ${index > 0 ? '' : verb(count, 'was ', 'were ')}${what}`,
    );
  if (untouched > 0) parts.push(`${grouped(untouched)} ${verb(untouched, 'is', 'are')} untouched`);
  const fates = [
    closing > 0 && `${grouped(closing)} of those ${verb(closing, 'closes', 'close')} within a week`,
    closed > 0 && `${grouped(closed)}${closing > 0 ? '' : ' of those'} ${verb(closed, 'has', 'have')} closed`,
  ];
  const told = fates.filter((fate) => fate !== false).join(', ');
  const close = untouched === 1 ? told.replace(/^1 of those/, ' and') : told && `; ${told}`;
  const missing = `${grouped(unknown)} could not be looked up`;
  const of = `Of ${counted(hot, 'hot signal')} in ${period}, `;
  const refused = notForUs > 0 ? `, ${grouped(notForUs)} not for us` : '';
  const chosen =
    claimed === undefined
      ? ''
      : ` In Slack ${claimed === 0 ? 'none' : grouped(claimed)} ${verb(claimed, 'was', 'were')} claimed${refused}.`;
  if (parts.length === 0) return `${of}${missing}.${chosen}`;
  return `${of}${parts.join(', ')}${close}.${unknown > 0 ? ` ${missing}.` : ''}${chosen}`;
}

/** `2 hot signals are untouched and close soon. 1 could not be looked up.` */
function tellReminder({ untouched, unknown }: Pick<ReminderContent, 'untouched' | 'unknown'>): string {
  const some = untouched === 0 ? unknown : untouched;
  const [are, close] = [verb(some, 'is', 'are'), verb(some, 'closes', 'close')];
  if (untouched === 0) return `${counted(unknown, 'hot signal')} that ${close} soon could not be looked up.`;
  const missing = unknown > 0 ? ` ${grouped(unknown)} more could not be looked up.` : '';
  return `${counted(untouched, 'hot signal')} ${are} untouched and ${close} soon.${missing}`;
}

const verb = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** `sales · recap of Mon 8:00 AM, New York · id k3xq5yj7` */
export function tellOrigin({ kind, digestId, routeId, until, timezone }: ReportContent): string {
  const at = Date.parse(until);
  const moment = `${tellMoment(at, { now: at, timezone })}, ${nameZone(timezone)}`;
  return `${oneLine(routeId, longest.routeId)} · ${kind} of ${moment} · id ${shortId(digestId)}`;
}

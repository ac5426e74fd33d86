import { headingOf } from '../../functions/alerts/judge-alerts.ts';
import { counted, grouped } from '../../shared/domain/counted.ts';
import { dayMs, minuteMs } from '../../shared/domain/duration.ts';
import type { DigestEntry, HourOfCalls, HourTally } from '../../shared/domain/history/history.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { formatSpan, formatTime } from '../../shared/domain/times/format-time.ts';
import type { StoredAlerts } from '../../shared/ledger/alerts/alert-state.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { readCallHours } from './call-hours.ts';
import { hasFailed } from './find-digests.ts';

/** The last seven days in five lines, for people who come back; none if nothing was read in them. */
export async function describeWeek(ledger: Ledger, now: number) {
  const span = { since: now - 7 * dayMs, until: now };
  const [tallies, { hours }, alerts, sent] = await Promise.all([
    ledger.history.readTallies(span),
    readCallHours(ledger, span.since, now),
    ledger.alerts.read(),
    countDigests(ledger, span),
  ]);
  if (hours.length === 0) return [];
  return [
    { about: 'signals', text: describeSignals(tallies) },
    { about: 'digests', text: describeDigests(sent) },
    { about: 'longest wait', text: describeLongest(sent) },
    { about: 'trouble', text: describeTrouble(alerts, sent) },
    { about: 'API calls', text: describeCalls(hours) },
  ];
}

type Sent = Awaited<ReturnType<typeof countDigests>>;

/** `longest`: the digest that took longest from its creation to its delivery, or still waits. */
async function countDigests(ledger: Ledger, span: { readonly since: number; readonly until: number }) {
  const sent = {
    digests: 0,
    signals: 0,
    waiting: 0,
    retried: 0,
    failing: 0,
    failed: 0,
    longest: null as { readonly entry: DigestEntry; readonly ms: number } | null,
    recap: null as DigestEntry | null,
  };
  // A week can have thousands, and each page is waited for.
  for await (const entry of ledger.history.readDigests(span, 1_000)) {
    const { kind, state, createdAt, deliveredAt } = entry;
    if (kind === 'recap') sent.recap ??= entry;
    if (kind !== 'digest' || state === 'DISCARDED') continue;
    sent.digests += 1;
    sent.signals += entry.signalIds.length;
    if (deliveredAt === null) sent.waiting += 1;
    if (state === 'DEAD') sent.failed += 1;
    else if (hasFailed(entry)) sent[deliveredAt === null ? 'failing' : 'retried'] += 1;
    const ms = (deliveredAt ?? span.until) - createdAt;
    if (ms > (sent.longest?.ms ?? -1)) sent.longest = { entry, ms };
  }
  return sent;
}

/** All that was recorded, whatever routes took it. */
export function sumRecorded(tallies: readonly HourTally[]) {
  const recorded = tallies.filter(({ routeId }) => routeId === null);
  const sum = (of: 'signals' | 'hot' | 'baseline' | 'untaken'): number =>
    recorded.reduce((all, tally) => all + tally[of], 0);
  return { signals: sum('signals'), hot: sum('hot'), baseline: sum('baseline'), untaken: sum('untaken') };
}

/** `214 new, 31 of them hot, 12 that no route takes` */
function describeSignals(tallies: readonly HourTally[]): string {
  const { signals, hot, baseline, untaken } = sumRecorded(tallies);
  return [
    `${grouped(signals - baseline)} new`,
    ...(hot > 0 ? [`${grouped(hot)} of them hot`] : []),
    ...(untaken > 0 ? [`${grouped(untaken)} that no route takes`] : []),
  ].join(', ');
}

/** `48 with 180 signals; Hot signals Nov 23–30: 12 of 43 acted on (sales)`: the latest recap asked what people did. */
function describeDigests({ digests, signals, recap }: Sent): string {
  if (digests === 0) return 'none';
  const asked = recap === null ? '' : `; ${recap.headline} (${recap.routeId})`;
  return `${grouped(digests)} with ${counted(signals, 'signal')}${asked}`;
}

function describeLongest({ longest: found, digests, waiting }: Sent): string {
  if (found === null) return 'none';
  if (found.ms < minuteMs && waiting === 0)
    return 'every digest was delivered within a minute of its creation';
  if (found.ms < minuteMs) return describeUndelivered(waiting, digests);
  const { headline, routeId, deliveredAt } = found.entry;
  const end = deliveredAt === null ? 'not delivered yet' : `delivered ${formatTime(deliveredAt)}`;
  return `${formatSpan(found.ms)} for "${oneLine(headline, longest.headline)}" to ${routeId}, ${end}`;
}

function describeUndelivered(waiting: number, digests: number): string {
  const are = waiting === 1 ? 'is' : 'are';
  return `less than a minute: ${grouped(waiting)} of ${counted(digests, 'digest')} ${are} not delivered yet`;
}

/** The most alerts that are over and are named. */
const mostNamed = 3;

/** `Polling fails: 40 minutes, until 2026-11-24 08:50 UTC; 3 digests delivered by a later attempt` */
function describeTrouble({ entries, over }: StoredAlerts, { retried, failing, failed }: Sent): string {
  const nameOf = ({ name, routeId }: { readonly name: string; readonly routeId: string | null }): string =>
    `${headingOf(name)}${routeId === null ? '' : ` (${routeId})`}`;
  const named = over
    .slice(-mostNamed)
    .map(
      (one) => `${nameOf(one)}: ${formatSpan(one.overAt - one.raisedAt)}, until ${formatTime(one.overAt)}`,
    );
  const told = [
    ...entries.flatMap((one) =>
      one.raisedAt === null ? [] : [`${nameOf(one)}: since ${formatTime(one.raisedAt)}`],
    ),
    ...named,
    ...(over.length > mostNamed ? [`${grouped(over.length - mostNamed)} more that healed`] : []),
    ...(retried > 0 ? [`${counted(retried, 'digest')} delivered by a later attempt`] : []),
    ...(failing > 0 ? [`${counted(failing, 'digest')} not delivered yet after a failed attempt`] : []),
    ...(failed > 0 ? [`${counted(failed, 'digest')} failed for good`] : []),
  ];
  return told.length === 0 ? 'no alarm, and no failed attempt' : told.join('; ');
}

function describeCalls(hours: readonly HourOfCalls[]): string {
  const sum = (of: 'calls' | 'refused'): number => hours.reduce((all, hour) => all + hour[of], 0);
  const refused = sum('refused');
  return `${grouped(sum('calls'))}${refused === 0 ? '' : `, ${grouped(refused)} of them answered 429`}`;
}

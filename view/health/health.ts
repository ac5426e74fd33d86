import { headingOf } from '../../functions/alerts/judge-alerts.ts';
import { findUnseen } from '../../functions/lookups/find-unseen.ts';
import { listWatched } from '../../functions/lookups/read-watched.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { counted } from '../../shared/domain/counted.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import { rhythmOf } from '../../shared/domain/health/facts.ts';
import {
  describeProven,
  judgeReading,
  judgeSweeps,
  judgeTelling,
  type Unproven,
} from '../../shared/domain/health/judge-reading.ts';
import { formatTime } from '../../shared/domain/times/format-time.ts';
import { highestRate } from '../../shared/domain/upstream/request-rate.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { StageManifest } from '../../shared/runtime/stage-names.ts';
import { sumRecorded } from '../lookup/week.ts';
import { describeRecipient } from '../words/describe-recipient.ts';
import { listInboundAddresses } from '../words/list-addresses.ts';
import { type PlaceFlags, suggest } from '../words/suggest.ts';
import { isLasting, isoOrNull, type SendingLedger } from './route-status.ts';

/** Printed by `status --json`, as docs/cli.schema.json describes it. */
export type Health = Awaited<ReturnType<typeof readHealth>>;

/** A stage, as far as its health is read. `doorUrl`: what others call; null without `inbound` in the config. */
export interface ReadableStage extends Pick<StageManifest, 'alarmTopic'> {
  readonly name: string;
  readonly doorUrl: string | null;
  readQueueDepths(): Promise<{
    readonly work: readonly { readonly name: string; readonly waiting: number; readonly inFlight: number }[];
    readonly deadLetters: number;
    readonly missedTicks: number;
  }>;
}

interface ReadableLedger extends SendingLedger {
  readonly stage: ReadableStage | null;
}

export async function readHealth(
  { ledger, stage, isRunning }: ReadableLedger,
  config: SignalpostConfig,
  now: number,
  findNames = findUnseen,
) {
  const [reading, upstream, summaries, buyers, alerts, queues, unseenNames, lastDay] = await Promise.all([
    ledger.polls.readProof(config.watch, now),
    ledger.upstream.read('lists'),
    ledger.upstream.read('summaries'),
    listWatched({ ledger, watch: config.watch }),
    ledger.alerts.read(),
    stage?.readQueueDepths() ?? null,
    findNames(ledger, config, now),
    countDay(ledger, now),
  ]);
  const rhythm = rhythmOf(config.watch, isLasting({ stage, isRunning }));
  // A buyer that was removed from the config fails until a tick has noticed.
  const first = reading.failing.first.filter(({ buyerId }) => buyers.has(buyerId));
  const count = reading.failing.count - reading.failing.first.length + first.length;
  const facts = { ...reading, buyers: buyers.size, failing: { count, first } };
  const toldTo = describeRecipient(config, stage);
  const untold = toldTo === null ? [] : alerts.untold.map(({ at }) => at);
  // On one machine, polls run only while a command runs: the alert waits for the first tick of one that just started.
  const isLate = alerts.entries.some(({ name, raisedAt }) => name === 'polling-stopped' && raisedAt !== null);
  const hasBegun = stage !== null || reading.tickAt !== null || isLate;
  const unproven = [
    ...(hasBegun ? judgeReading(facts, rhythm, now) : []),
    ...judgeSweeps(alerts.judgedAt ?? (reading.tickAt && reading.since), rhythm, now),
    ...judgeTelling(untold, now),
  ];
  const { signals, columns, until } = reading.awaited;
  const paused = upstream.pauseReason !== null && upstream.pausedUntil > now;
  const summariesUntil = Math.max(summaries.pausedUntil, summaries.heldUntil);
  return {
    stage: stage?.name ?? null,
    at: isoTime(now),
    running: stage === null ? isRunning : null,
    lastTickAt: isoOrNull(reading.tickAt),
    lastNewSignalAt: isoOrNull(reading.lastNewAt),
    buyersKnown: buyers.size,
    buyersFailing: count,
    buyersRefused: first.flatMap(({ buyerId, since, nextTryAt, isRefused }) =>
      isRefused ? { buyerId, since: isoTime(since), nextTryAt: isoTime(nextTryAt) } : [],
    ),
    unproven: unproven.map((one) => ({ ...one, since: isoOrNull(one.since) })),
    proven: unproven.length > 0 ? null : describeProven(facts, rhythm, now),
    api: {
      callsPerSecond:
        Math.round(Math.min(upstream.perSecond, config.api.callsPerSecond ?? highestRate) * 10) / 10,
      pausedUntil: paused ? isoTime(upstream.pausedUntil) : null,
      pauseReason: paused ? upstream.pauseReason : null,
      summariesPausedUntil: summariesUntil > now ? isoTime(summariesUntil) : null,
    },
    awaited: { signals, columns, until: isoOrNull(until) },
    lastDay,
    names: unseenNames,
    alarms: {
      toldTo,
      raised: alerts.entries.flatMap(({ name, routeId: route, digestId, count, figures, raisedAt }) => {
        if (raisedAt === null) return [];
        return { name, heading: headingOf(name), route, digestId, count, figures, since: isoTime(raisedAt) };
      }),
      untold: alerts.untold.length,
    },
    takesCallsAt: listInboundAddresses(config.inbound, stage?.doorUrl).map(({ url }) => url),
    queues,
  };
}

async function countDay(ledger: Ledger, now: number) {
  const tallies = await ledger.history.readTallies({ since: now - dayMs, until: now });
  const { signals, hot, baseline: before, untaken } = sumRecorded(tallies);
  return { signals, hot, before, untaken };
}

/** A sentence for each thing of the polling and of the queues that needs attention, with its fix. */
export function findNeeds(health: Health, config: SignalpostConfig, place: PlaceFlags): string[] {
  const { queues } = health;
  const needs = [
    ...health.unproven.map((one) => describeUnproven(one, config, place)),
    ...health.names.notFound,
  ];
  const letters = queues?.deadLetters ?? 0;
  if (letters > 0)
    needs.push(
      `${counted(letters, 'dead letter')}: docs/runbook.md says what to look at under "Dead letters"`,
    );
  for (const { name, heading, route, since, figures } of health.alarms.raised) {
    if (saidByNeeds.includes(name) || nothingToDo.includes(name)) continue;
    const what = `${route === null ? '' : `route ${route}: `}${heading}, since ${formatTime(Date.parse(since))} (${figures})`;
    needs.push(`${what}: docs/runbook.md says what to look at under "${heading}"`);
  }
  return needs;
}

/** The needs of the reading and of the routes say the same at once, with fixes of their own, and when it is over. */
const saidByNeeds = [
  'polling-fails',
  'polling-stopped',
  'api-secret-rejected',
  'name-not-found',
  'delivery-overdue',
  'attempts-fail',
  'attempts-run-out',
  'digest-failed',
  'destination-secret-rejected',
  'template-fails',
  'route-disabled',
  'signals-held',
  'removed-route',
];

/** Told once: the digest was sent again. */
const nothingToDo = ['digest-twice'];

/** A part of the reading that is not proven, with its fix. */
export function describeUnproven(
  { part, text }: Pick<Unproven, 'part' | 'text'>,
  { api }: Pick<SignalpostConfig, 'api'>,
  place: PlaceFlags,
): string {
  const { secret } = api.token;
  const isHere = place.stage === undefined;
  const tryNow = suggest(isHere ? 'run --once' : 'invoke plan-polls', place);
  if (part === 'ticks') return `${text}; to try it now: ${suggest('invoke plan-polls', place)}`;
  if (part === 'token') {
    const fix = isHere
      ? `replace ${secret} in .env or the environment`
      : suggest(`secrets set ${secret}`, place);
    return `${text}: ${fix}`;
  }
  if (part === 'buyers')
    return `${text}; if refused, give the token access, or remove the buyer from watch; to try now: ${tryNow}`;
  if (part === 'values') return `${text}: docs/runbook.md says what to look at under "A delivery is overdue"`;
  if (part === 'alarms') return `${text}: docs/runbook.md says what to look at under "Alarms are not sent"`;
  if (part === 'sweeps') return `${text}: docs/runbook.md says what to look at under "Composing stopped"`;
  return `${text}; check api.baseUrl, the token and watch: ${suggest('doctor', place)}`;
}

import {
  findFailingTemplate,
  lateMs,
  measureRoute,
  owedMs,
} from '../../functions/lookups/measure-lateness.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { isAttempted, isPutOff } from '../../shared/domain/digests/next-attempt.ts';
import { hourMs } from '../../shared/domain/duration.ts';
import { quietUntil } from '../../shared/domain/routes/quiet.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { restOf } from '../../shared/domain/routes/route-view.ts';
import { isDecided } from '../../shared/domain/signals/outbox.ts';
import type { DigestListing } from '../../shared/ledger/items/digest-listing.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { nextSlot } from '../../shared/runtime/cron-times.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { isKeptBy } from '../words/describe-digest.ts';

const readsAtOnce = 8;

/** A route's state and backlog. */
export type RouteStatus = Awaited<ReturnType<typeof readJudged>>;

/** What is due is sent when it is due, or where nothing runs all the time, by the next run. */
export interface SendingLedger {
  readonly ledger: Ledger;
  /** The deployed stage; null on one machine. */
  readonly stage: object | null;
  /** A process runs on the state of this machine, and sends due digests. */
  readonly isRunning: boolean;
}

export function isLasting({ stage, isRunning }: Pick<SendingLedger, 'stage' | 'isRunning'>): boolean {
  return stage !== null || isRunning;
}

/** The routes of the config, then the routes that were removed from it while something is pending; or `only` these. */
export async function readRoutes(
  sending: SendingLedger,
  routes: readonly Route[],
  now: number,
  only?: readonly string[],
): Promise<RouteStatus[]> {
  const { ledger } = sending;
  const known = routes.map(({ id }) => id);
  const vanished = only ? [] : await ledger.pending.findVanished(known, now);
  const ids = only ?? [...known, ...vanished.map(({ routeId }) => routeId)];
  // The last tick where nothing runs all the time.
  const judgedAt = isLasting(sending) ? now : ((await ledger.polls.readNews(now)).tickAt ?? now);
  return Promise.all(ids.map((id) => readJudged(sending, routes, id, { now, judgedAt })));
}

/**
 * `to`: the kind of its destination; null for a route that was removed from the config. `muted`: of the waiting signals,
 * those that a mute holds. `judgedAt`: now, or where nothing runs all the time, the last tick. `wasQuiet`: that one came in
 * quiet hours. `lateMs`: how long a signal, or a digest without an attempt, had waited then beyond what the route's rules
 * explain, and not a template that fails. `unreadMs`: for how long sweeps had read its outbox without having reached its end.
 */
async function readJudged(
  sending: SendingLedger,
  routes: readonly Route[],
  id: string,
  { now, judgedAt }: { readonly now: number; readonly judgedAt: number },
) {
  const route = routes.find((one) => one.id === id);
  const { ledger } = sending;
  const lasting = isLasting(sending);
  const ports = { ledger, clock: { ...systemClock, now: () => judgedAt }, nextSlot, isLasting: lasting };
  const stored = ledger.routes.read(id);
  const described = ledger.pending.describe(id, now);
  const summaries = described.then(({ waiting }) => readDecided(ledger, waiting.awaiting));
  const [item, pending, decided, measured, unwritable, muted] = await Promise.all([
    stored,
    described,
    summaries,
    route === undefined ? null : summaries.then((known) => measureRoute({ ...ports, decided: known }, route)),
    route === undefined ? null : stored.then((one) => findFailingTemplate(ledger, route, one, judgedAt)),
    ledger.mutes.list().then((mutes) => ledger.mutes.count(id, mutes, now)),
  ]);
  const { state, reason, since } = item;
  const { awaiting, ...counts } = pending.waiting;
  const awaited = awaiting.filter(({ buyerId }) => !decided.has(buyerId)).map(({ until }) => until);
  const to: string | null = route?.to.type ?? null;
  const digests = pending.digests.map((digest) => ({
    ...digest,
    owedMs: route === undefined ? 0 : owedMs(route, digest, judgedAt),
  }));
  const waiting = state === 'ENABLED' ? digests : [];
  const overdue = waiting.map((digest) => {
    const { dueAt } = digest;
    const isOwed = isWaiting(digest) && !isAttempted(digest) && digest.owedMs >= hourMs;
    return Math.max(isOwed ? digest.owedMs : 0, route && dueAt ? lateMs(route, dueAt, judgedAt) : 0);
  });
  return {
    ...pending,
    digests,
    isLasting: lasting,
    judgedAt,
    wasQuiet: route !== undefined && !lasting && quietUntil(route, judgedAt) !== null,
    /** Hot signals whose summary is not there yet; they wait for it until `awaitingUntil` at most. */
    waiting: {
      ...counts,
      awaitingSummary: awaited.length,
      awaitingUntil: awaited.length === 0 ? null : Math.max(...awaited),
    },
    to,
    state,
    reason,
    since,
    muted,
    unwritable,
    /** The route that takes over what waits for an owner who left, or whom the config lacks. */
    rest: restOf(routes, item)?.id ?? null,
    lateMs: Math.max(unwritable ? 0 : (measured?.signalsLateMs ?? 0), ...overdue),
    unreadMs: judgedAt - (measured?.unreadSince ?? judgedAt),
  };
}

/** The summaries that these signals no longer wait for. The reads run side by side: an open page asks at each change. */
async function readDecided(
  ledger: Pick<Ledger, 'summaries'>,
  awaiting: readonly { readonly buyerId: string }[],
) {
  const buyerIds = [...new Set(awaiting.map(({ buyerId }) => buyerId))];
  const known = await inParallel(buyerIds, readsAtOnce, async (buyerId) => {
    const summary = await ledger.summaries.read(buyerId);
    return isDecided(summary) ? [[buyerId, summary] as const] : [];
  });
  return new Map(known.flat());
}

/** `misplaced`: written for another kind of destination than the config's route of that name has. */
export function sortDigests({ digests, state, to, isLasting: lasting }: RouteStatus) {
  const sorted = Object.groupBy(digests, (digest) => {
    if (digest.state === 'HELD' && digest.destinationType !== to) return 'misplaced';
    if (isKeptBy(state, digest)) return 'kept';
    return isWaiting(digest) ? 'waiting' : digest.state;
  });
  const { waiting = [], kept = [], misplaced = [], DEAD: dead = [] } = sorted;
  /** Attempted and not delivered. Without a failure that counts, it has failed when that goes on for an hour. */
  const failing = waiting.filter((digest) => {
    const { attempts, reason, owedMs, resentAt } = digest;
    // A run that has ended tries nothing again: what it could not deliver, or was stopped before, has failed.
    const hasFailed = lasting ? attempts > 0 && reason !== null : attempts > 0 || !isPutOff(reason);
    const wasTried = isAttempted(digest) || !(lasting || resentAt !== null);
    return state === 'ENABLED' && wasTried && (hasFailed || owedMs >= hourMs);
  });
  return { waiting, kept, misplaced, dead, failing };
}

function isWaiting({ state }: Pick<DigestListing, 'state'>): boolean {
  return state === 'FROZEN' || state === 'SENDING';
}

export function isoOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time);
}

/** Printed by `status --json`, as docs/cli.schema.json describes it. */
export function reportRoute(status: RouteStatus) {
  const { routeId: id, to, state, reason, since, waiting, signalsHeld, oldestAt } = status;
  const digests = sortDigests(status);
  return {
    id,
    to,
    state,
    reason,
    disabledSince: state === 'DISABLED' ? isoOrNull(since) : null,
    signalsWaiting: waiting.signals,
    hotSignalsWaiting: waiting.hot,
    signalsAwaitingSummary: waiting.awaitingSummary,
    awaitingSummaryUntil: isoOrNull(waiting.awaitingUntil),
    signalsHeld,
    muted: status.muted.map((one) => ({ ...one, until: isoTime(one.until) })),
    oldestPendingAt: isoOrNull(oldestAt),
    digestsWaiting: digests.waiting.length,
    digestsKept: digests.kept.length,
    digestsMisplaced: digests.misplaced.length,
    digestsDead: digests.dead.length,
    digests: status.digests.map(({ frozenAt, dueAt, resentAt, deliveredAt: _, owedMs: __, ...digest }) => ({
      ...digest,
      frozenAt: isoTime(frozenAt),
      nextAttemptAt: isoOrNull(dueAt),
      resentAt: isoOrNull(resentAt),
    })),
  };
}

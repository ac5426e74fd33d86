import {
  findFailingTemplate,
  lateMs,
  measureRoute,
  owedMs,
} from '../../functions/lookups/measure-lateness.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { counted } from '../../shared/domain/counted.ts';
import { isAttempted, isPutOff } from '../../shared/domain/digests/next-attempt.ts';
import { hourMs } from '../../shared/domain/duration.ts';
import { isPaused } from '../../shared/domain/routes/pause.ts';
import { quietUntil } from '../../shared/domain/routes/quiet.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { restOf } from '../../shared/domain/routes/route-view.ts';
import { isDecided } from '../../shared/domain/signals/outbox.ts';
import { formatDue, formatSpan, formatTime } from '../../shared/domain/times/format-time.ts';
import type { DigestListing } from '../../shared/ledger/items/digest-listing.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { PendingOfRoute } from '../../shared/ledger/pending/pending.ts';
import { nextSlot } from '../../shared/runtime/cron-times.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { isKeptBy } from '../words/describe-digest.ts';
import { type PlaceFlags, suggest } from '../words/suggest.ts';

const readsAtOnce = 8;

/** A route's state and backlog. */
export type RouteStatus = Awaited<ReturnType<typeof readRoute>>;

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

/** The routes of the config, then the routes that were removed from it while something is pending for them. */
export async function readRoutes(
  sending: SendingLedger,
  routes: readonly Route[],
  now: number,
): Promise<RouteStatus[]> {
  const { ledger } = sending;
  const ids = routes.map(({ id }) => id);
  const vanished = await ledger.pending.findVanished(ids, now);
  const all = [...ids, ...vanished.map(({ routeId }) => routeId)];
  return Promise.all(all.map((id) => readRoute(sending, routes, id, now)));
}

/**
 * `to`: the kind of its destination; null for a route that was removed from the config. `muted`: of the waiting signals,
 * those that a mute holds. `judgedAt`: now, or where nothing runs all the time, the last tick. `wasQuiet`: that one came in
 * quiet hours. `lateMs`: how long a signal, or a digest without an attempt, had waited then beyond what the route's rules
 * explain, and not a template that fails. `unreadMs`: for how long sweeps had read its outbox without having reached its end.
 */
export async function readRoute(sending: SendingLedger, routes: readonly Route[], id: string, now: number) {
  const route = routes.find((one) => one.id === id);
  const { ledger } = sending;
  const lasting = isLasting(sending);
  const judgedAt = lasting ? now : ((await ledger.polls.readNews(now)).tickAt ?? now);
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
    const { attempts, reason, owedMs } = digest;
    // Without a lasting process, nothing tries again what the last run could not deliver.
    const hasFailed = lasting ? attempts > 0 && reason !== null : attempts > 0 || !isPutOff(reason);
    return state === 'ENABLED' && isAttempted(digest) && (hasFailed || owedMs >= hourMs);
  });
  return { waiting, kept, misplaced, dead, failing };
}

function isWaiting({ state }: Pick<DigestListing, 'state'>): boolean {
  return state === 'FROZEN' || state === 'SENDING';
}

/** Something of a route that needs attention. */
export interface Need {
  /**
   * `vanished`: the route was removed from the config while something is pending for it. `held`: a flood rule holds
   * signals back, as the config wants. `paused`: by an operator, until a resume. `late`: signals wait although nothing
   * delays them. `failing`: is retried. `stuck`: keeps digests from being delivered.
   */
  readonly kind: 'vanished' | 'held' | 'paused' | 'late' | 'failing' | 'stuck';
  /** `route sales: 2 digests failed for good (answered 410): signalpost resend sales` */
  readonly text: string;
}

export function needsOf(status: RouteStatus, now: number, place: PlaceFlags): Need[] {
  const { routeId: id, to, state, reason, since, unwritable, signalsHeld, lateMs: late, unreadMs } = status;
  const { rest, judgedAt } = status;
  const need = (kind: Need['kind'], text: string): Need => ({ kind, text: `route ${id}: ${text}` });
  if (to === null) {
    const found = describeVanished(status);
    return found === null ? [] : [need('vanished', `${found}: ${fixVanished(id, rest, place)}`)];
  }
  const { kept, misplaced, dead, failing } = sortDigests(status);
  const digests = (of: readonly DigestListing[]): string => counted(of.length, 'digest');
  const isDisabled = state === 'DISABLED';
  const disabledSince = since === null ? '' : ` since ${formatTime(since)}`;
  const fix = (verb: string): string => suggest(`${verb} ${id}`, place);
  const isAny = status.waiting.signals + signalsHeld + status.digests.length > 0;
  const handOver = isAny ? fixVanished(id, rest, place) : 'take them out of people';
  const howTo = rest === null ? `fix the destination, then: ${fix('resume')}` : `its owner left; ${handOver}`;
  const keeps = kept.length > 0 ? `, ${digests(kept)} waiting` : '';
  const needs = [
    isPaused(status) && need('paused', `${reason}${disabledSince}${keeps}: ${fix('resume')}`),
    isDisabled &&
      !isPaused(status) &&
      need('stuck', `disabled${disabledSince} (${reason ?? noReason})${keeps}: ${howTo}`),
    !isDisabled &&
      kept.length > 0 &&
      need('stuck', `${digests(kept)} waiting for the route although it is enabled: ${fix('resume')}`),
    unwritable !== null &&
      need(
        'stuck',
        `its template fails for ${unwritable.about}: ${unwritable.problem}: fix to.body, then: ${fix('preview')}`,
      ),
    failing.length > 0 && need('failing', describeFailing(failing, now)),
    late > lateFromMs && need('late', describeLate(status, place)),
    unreadMs > lateFromMs &&
      need(
        'late',
        `its outbox is so large that sweeps have read it since ${formatTime(judgedAt - unreadMs)} without reaching its end; end mutes that hold much, or ${fix('discard')}`,
      ),
    misplaced.length > 0 &&
      need(
        'stuck',
        `${digests(misplaced)} written for another kind of destination: ` +
          `set its destination back until they are delivered, or ${fix('discard')}`,
      ),
    dead.length > 0 &&
      need(
        'stuck',
        `${digests(dead)} failed for good (${dead.at(-1)?.reason ?? noReason}): ${fix('resend')}`,
      ),
    signalsHeld > 0 &&
      need('held', `${counted(signalsHeld, 'signal')} held over the flood limit: ${fix('resend')}`),
  ];
  return needs.filter((one) => one !== false);
}

/** What is pending for a route that was removed from the config; null if nothing is. */
export function describeVanished({
  waiting,
  signalsHeld,
  digests,
}: Pick<PendingOfRoute, 'signalsHeld' | 'digests'> & { readonly waiting: { readonly signals: number } }):
  | string
  | null {
  const pending = [
    waiting.signals > 0 && `${counted(waiting.signals, 'signal')} waiting`,
    signalsHeld > 0 && `${counted(signalsHeld, 'signal')} held`,
    digests.length > 0 && `${counted(digests.length, 'digest')} undelivered`,
  ].filter((part) => part !== false);
  return pending.length === 0 ? null : `no longer in the config, with ${pending.join(', ')}`;
}

/** `rest`: the route that takes over what waits; null for a route that is not an owner's. */
export function fixVanished(id: string, rest: string | null, place: PlaceFlags): string {
  return rest === null
    ? `put the route back until nothing is pending, or ${suggest(`discard ${id}`, place)}`
    : `send what waits to ${rest}: ${suggest(`resend ${id}`, place)}`;
}

/** `2 digests not delivered since 2026-11-21 08:00 UTC (answered 503); next attempt in 20 minutes` */
function describeFailing(failing: readonly DigestListing[], now: number): string {
  const since = Math.min(...failing.map(({ frozenAt }) => frozenAt));
  const next = Math.min(...failing.map(({ dueAt }) => dueAt ?? now));
  const newest = failing.reduce((one, other) => (other.frozenAt > one.frozenAt ? other : one));
  const why = newest.reason ?? 'the outcome of its attempt is unknown';
  return `${counted(failing.length, 'digest')} not delivered since ${formatTime(since)} (${why}); next attempt ${formatDue(next, now)}`;
}

/** Sweeps come each minute. The alarm "A delivery is overdue" waits for an hour. */
const lateFromMs = 15 * 60_000;

function describeLate(
  { judgedAt, lateMs: late, wasQuiet }: Pick<RouteStatus, 'judgedAt' | 'lateMs' | 'wasQuiet'>,
  place: PlaceFlags,
): string {
  if (wasQuiet)
    return `signals or digests have been due for ${formatSpan(late)} outside quiet hours, and the last run came in them; start one outside them: ${suggest('run --once', place)}`;
  const fix =
    place.stage === undefined
      ? `look at the output of the run, or start one: ${suggest('run', place)}`
      : 'docs/runbook.md says what to look at under "A delivery is overdue"';
  return `signals or digests should have been sent at ${formatTime(judgedAt - late)}, and no rule delays them: ${fix}`;
}

const noReason = 'no reason was recorded';

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

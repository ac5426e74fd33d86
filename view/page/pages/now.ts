import { findUnseen } from '../../../functions/lookups/find-unseen.ts';
import { counted } from '../../../shared/domain/counted.ts';
import { minuteMs } from '../../../shared/domain/duration.ts';
import type { HourTally } from '../../../shared/domain/history/history.ts';
import { destinationKinds } from '../../../shared/domain/routes/destination-kinds.ts';
import { quietUntil, quietZoneOf } from '../../../shared/domain/routes/quiet.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { formatDue, formatTime } from '../../../shared/domain/times/format-time.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { describeDelays } from '../../health/describe-muted.ts';
import { findNeeds, readHealth } from '../../health/health.ts';
import { needsOf } from '../../health/route-needs.ts';
import { type RouteStatus, readRoutes, sortDigests } from '../../health/route-status.ts';
import { describeWeek } from '../../lookup/week.ts';
import { nextTimes } from '../../preview/choose-time.ts';
import { explainRoute } from '../../words/explain-route.ts';
import { suggest } from '../../words/suggest.ts';
import { listDigestPage } from './digests.ts';
import type { PageWorld } from './page-world.ts';

const plottedDays = 14;
const latestDigests = 6;

/** What `status` shows, the next times, the latest digests and the last days. */
export async function readNow(world: PageWorld) {
  const { ledger, config, stage, flags } = world;
  const [now, isRunning] = [world.now(), world.isRunning()];
  const since = startOfDay(now, plottedDays - 1);
  const [health, statuses, tallies, week, mutes, { digests: latest }] = await Promise.all([
    readHealth({ ledger, stage, isRunning }, config, now, () => findNames(world, now)),
    readRoutes({ ledger, stage, isRunning }, config.routes, now),
    ledger.history.readTallies({ since, until: now }),
    readWeek(world, now),
    readMutes(ledger, now),
    listDigestPage(world, {}, latestDigests),
  ]);
  const needs = [
    ...findNeeds(health, config, flags),
    ...statuses.flatMap((status) => needsOf(status, now, flags).map(({ text }) => text)),
  ];
  return {
    at: now,
    watching: {
      buyers: health.buyersKnown,
      bridges: config.watch.bridges.length,
      every: config.watch.every,
    },
    lastTickAt: timeOf(health.lastTickAt),
    lastNewSignalAt: timeOf(health.lastNewSignalAt),
    running: health.running,
    proven: health.proven,
    needs: needs.map(splitNeed),
    routes: statuses.map((status) => describeRoute(status, world, now)),
    week,
    days: listDays(tallies, now),
    latest,
    mutes,
  };
}

/** Answers with what it read last, and reads again after some milliseconds. */
function readRarely<Answer>(everyMs: number, read: (world: PageWorld, now: number) => Promise<Answer>) {
  const known = new WeakMap<PageWorld, { readonly at: number; readonly answer: Answer }>();
  return async (world: PageWorld, now: number): Promise<Answer> => {
    const before = known.get(world);
    if (before !== undefined && now - before.at < everyMs) return before.answer;
    const answer = await read(world, now);
    known.set(world, { at: now, answer });
    return answer;
  };
}

/** The signals of a quarter are read for a column that no bridge has. */
const findNames = readRarely(10 * minuteMs, ({ ledger, config }, now) => findUnseen(ledger, config, now));
/** A week can have thousands of digests, and a page that is open asks at each change. */
const readWeek = readRarely(10_000, ({ ledger }, now) => describeWeek(ledger, now));

export async function readMutes(ledger: Ledger, now: number) {
  const mutes = (await ledger.mutes.list()).filter(({ until }) => until > now);
  const buyers = mutes.some(({ kind }) => kind === 'buyer') ? await ledger.buyers.listKnown() : [];
  const nameOf = (id: string) => buyers.find(({ buyerId }) => buyerId.toLowerCase() === id)?.name ?? null;
  return mutes.map((mute) => ({ ...mute, name: mute.kind === 'buyer' ? nameOf(mute.id) : null }));
}

function timeOf(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}

/** `route crm: 2 digests failed for good: npm run -s signalpost -- resend crm`, with its command apart. */
function splitNeed(text: string) {
  const at = text.indexOf(suggest('').trimEnd());
  if (at === -1) return { text, command: null };
  const before = text.slice(0, at).replace(/[:,;]?(?: or| then:)? ?$/, '');
  return { text: before, command: text.slice(at) };
}

function describeRoute(status: RouteStatus, { config }: PageWorld, now: number) {
  const { routeId, state, reason, since, waiting, oldestAt } = status;
  const route = config.routes.find(({ id }) => id === routeId);
  return {
    routeId,
    state,
    reason,
    since,
    oldestAt,
    label: route === undefined ? null : destinationKinds[route.to.type].label,
    does: route === undefined ? null : explainRoute(route, config.routing),
    signals: waiting.signals,
    hot: waiting.hot,
    why: [
      ...describeDelays(waiting, status.muted),
      ...describeOwed(status, now),
      ...describeQuiet(route, status, now),
    ],
    next: route === undefined ? { timezone: 'UTC', times: [] } : nextOf(route, now),
  };
}

function describeOwed(status: RouteStatus, now: number): string[] {
  const { waiting, kept, misplaced, dead } = sortDigests(status);
  const next = Math.min(...waiting.map(({ dueAt }) => dueAt ?? now));
  const reason = waiting.find((digest) => digest.reason !== null)?.reason;
  const due = `next attempt ${formatDue(next, now)}${reason === undefined ? '' : `, ${reason}`}`;
  const forRoute = kept.length + misplaced.length;
  const owed = [
    status.signalsHeld > 0 && `${counted(status.signalsHeld, 'signal')} held over the flood limit`,
    waiting.length > 0 && `${counted(waiting.length, 'digest')} waiting: ${due}`,
    forRoute > 0 && `${counted(forRoute, 'digest')} waiting for the route`,
    dead.length > 0 && `${counted(dead.length, 'digest')} failed for good`,
  ];
  return owed.filter((one) => one !== false);
}

function describeQuiet(route: Route | undefined, { waiting, digests }: RouteStatus, now: number): string[] {
  const until = route === undefined || waiting.signals + digests.length === 0 ? null : quietUntil(route, now);
  return until === null ? [] : [`quiet until ${formatTime(until, route && quietZoneOf(route))}`];
}

function nextOf(route: Route, now: number) {
  if (route.when === 'immediately') return 'at once' as const;
  return { timezone: route.when.timezone, times: nextTimes(route, now, 2) };
}

function listDays(tallies: readonly HourTally[], now: number) {
  const days = Array.from({ length: plottedDays }, (_, index) => ({
    at: startOfDay(now, plottedDays - 1 - index),
    routes: {} as Record<string, { signals: number; digests: number }>,
  }));
  for (const { at, routeId, signals, digests } of tallies) {
    const day = routeId === null ? undefined : days.findLast((one) => one.at <= at);
    if (day === undefined || routeId === null) continue;
    const known = day.routes[routeId] ?? { signals: 0, digests: 0 };
    day.routes[routeId] = { signals: known.signals + signals, digests: known.digests + digests };
  }
  return days;
}

/** Midnight in this machine's zone, which is that of whoever looks at the page. */
function startOfDay(now: number, daysBefore: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - daysBefore);
  return day.getTime();
}

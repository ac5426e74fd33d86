import { readSeenNames } from '../../functions/lookups/find-unseen.ts';
import { destinationOf } from '../../message/destinations.ts';
import { readFactView } from '../../shared/domain/cells/read-fact-view.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import { findUnseenNames } from '../../shared/domain/routes/unseen-names.ts';
import { signalIdOf } from '../../shared/domain/rows/signal.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import type { AwaitedSignal } from '../../shared/domain/signals/recording.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { readOnce } from '../../shared/ledger/table/draft-table.ts';
import { countDays, createJudge, type RouteDays } from '../lookup/read-days.ts';
import { draftAt, nextTimes, whyInexact } from './choose-time.ts';
import { openDraft, type PreviewPorts } from './compose-draft.ts';
import { explainGoing, explainRecorded, explainStaying } from './explain-signals.ts';

/** Printed by `preview --json`, whose schema describes its fields. */
export type PreviewedRoute = Awaited<ReturnType<typeof previewRoutes>>[number];
export type PreviewedPart = PreviewedRoute['parts'][number];

export interface PreviewRequest {
  readonly routes: readonly Route[];
  /** Milliseconds since the epoch. @default the next time of each route */
  readonly at?: number | undefined;
  /** The beginning of the time in which signals and digests are counted, milliseconds since the epoch. */
  readonly since: number;
}

/**
 * What each route sends next, with its reasons, its last days and warnings. The composition itself runs, on a draft of the
 * ledger: nothing is written or sent.
 */
export async function previewRoutes(asked: PreviewPorts, { routes, at, since }: PreviewRequest) {
  // A route's drafts of several times read the same, and those of several routes share some of it.
  const ports = { ...asked, table: readOnce(asked.table) };
  const days = readDays(ports, since);
  const previewing = inParallel(routes, readsAtOnce, (route) => previewRoute(ports, route, days, at));
  return (await Promise.all([previewing, days]))[0];
}

type Days = ReturnType<typeof readDays>;

async function previewRoute(ports: PreviewPorts, route: Route, days: Days, at?: number) {
  const { now } = ports;
  const ledger = openDraft(ports, now);
  const [draft, item, mutes, awaited, { span, records, entries, judged, known }] = await Promise.all([
    draftAt(ports, route, at),
    ledger.routes.read(route.id),
    ledger.mutes.list(),
    readAwaited(ledger),
    days,
  ]);
  const waiting = new Map<string, OutboxEntry>();
  for await (const page of ledger.outbox.readPages(route.id))
    for (const entry of page) waiting.set(entry.key, entry);
  const members = draft.digests.flatMap((digest) => digest.members);
  const followed = draft.digests.flatMap(({ outline }) => outline.followed ?? []);
  const sentHot = new Set(followed.map(({ signalId }) => signalId));
  const going = members
    .flatMap((key) => waiting.get(key) ?? [])
    .map((entry) => ({ ...entry, hot: entry.signal !== null && sentHot.has(signalIdOf(entry.signal)) }));
  for (const key of members) waiting.delete(key);
  const news = records.filter(({ firstSeenAt }) => firstSeenAt >= (item.round?.at ?? 0));
  const lastDays = countDays(route.id, span, entries, judged);
  const names = findUnseenNames({ hot: ports.config.hot, routes: [route] }, known);
  const destination = destinationOf(route.to);
  const rows = going.flatMap(({ signal }) => signal ?? []);
  const view = await readFactView(ledger, ports.config.columns, rows, { timezone: zoneOf(route), now });
  const goes = going.map((entry) => explainGoing(ports, route, entry, view));
  const isFresh = goes.some(({ fresh }) => fresh);
  const inexact = isFresh
    ? 'some of it was read just now, and is not recorded yet'
    : whyInexact(route, draft);
  return {
    routeId: route.id,
    to: destination.formatPlace(route.to),
    destinationType: route.to.type,
    state: item.state,
    nextTimes: nextTimes(route, now, 2).map(isoTime),
    timezone: zoneOf(route),
    slot: draft.digests[0]?.slot ?? isoTime(draft.at),
    digestId: draft.digests[0]?.digestId ?? null,
    exact: inexact === null,
    inexact,
    parts: draft.digests.map(
      ({ digestId, part, replyTo = null, body, plainBody, members: { length: signals } }) => ({
        digestId,
        part,
        replyTo,
        body,
        signals,
        text: destination.formatBody(body, plainBody),
        sizes: destination.measure(body, route.to),
      }),
    ),
    goes,
    stays: [
      ...[...waiting.values()].map((entry) => explainStaying(ports, route, entry, { item, mutes, draft })),
      ...news.flatMap((record) => explainRecorded(ports, route, record, awaited) ?? []),
    ],
    lastDays,
    warnings: [...names.notFound, ...names.notSeen, ...(route.match.hot === true ? [] : warnOfHot(lastDays))],
  };
}

const readsAtOnce = 8;

async function readDays(ports: PreviewPorts, since: number) {
  const span = { since, until: ports.now };
  const ledger = openDraft(ports, ports.now);
  const records = await ledger.history.listSignals(span);
  // A week can have thousands, and each page is waited for.
  const entries = await Array.fromAsync(ledger.history.readDigests(span, 1_000));
  const known = await readSeenNames(ledger, ports.config, [], async () => records);
  const { bridgeNames } = await ledger.polls.readPlan();
  return { span, entries, records, known, judged: records.map(createJudge(ports.config, bridgeNames)) };
}

/** The signals that wait for a value, by id. */
async function readAwaited(ledger: Ledger): Promise<ReadonlyMap<string, AwaitedSignal>> {
  const buyerIds = await ledger.awaited.listBuyers();
  const awaited = await inParallel(buyerIds, readsAtOnce, (buyerId) => ledger.awaited.read(buyerId));
  return new Map(awaited.flat().map((one) => [one.signalId, one]));
}

/** A larger share of hot signals tells a reader nothing. */
const mostHot = 0.3;
/** A share of fewer signals says nothing. */
const leastSignals = 10;

function warnOfHot({ days }: RouteDays): string[] {
  const signals = days.reduce((sum, { wouldTake }) => sum + wouldTake, 0);
  const hot = days.reduce((sum, { wouldBeHot }) => sum + wouldBeHot, 0);
  if (signals < leastSignals || hot / signals <= mostHot) return [];
  return [`${Math.round((hot / signals) * 100)} % of its signals are hot: raise a threshold of hot`];
}

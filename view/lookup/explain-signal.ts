import { describeReason } from '../../message/digest/hot-reason.ts';
import { listFacts } from '../../message/digest/signal-facts.ts';
import { formatColumn } from '../../message/routes/explain-routes.ts';
import { withBlanks } from '../../message/text/keep-together.ts';
import { readFactView } from '../../shared/domain/cells/read-fact-view.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { dayMs, hourMs } from '../../shared/domain/duration.ts';
import { rememberedDays, type SignalRecord } from '../../shared/domain/history/history.ts';
import { setOf, zoneIn } from '../../shared/domain/routes/route-view.ts';
import { explainStay, explainUndecided } from './explain-stay.ts';
import { type ReportedDigest, reportDigest } from './find-digests.ts';
import type { LookupPorts } from './ports.ts';
import { createJudge } from './read-days.ts';

export type FoundSignal = NonNullable<Awaited<ReturnType<typeof explainSignal>>>;

/** All that is known of a signal; null if none was ever recorded under this `bridgeId#rowId`. Times in ISO 8601. */
export async function explainSignal(ports: LookupPorts, signalId: string) {
  const { ledger } = ports;
  const found = await ledger.history.findSignal(signalId);
  if (found === null) return null;
  const { buyerId, firstSeenAt, baseline, record } = found;
  const verdicts = record?.verdicts ?? [];
  // A signal whose record has expired may still wait.
  const takers = record ? verdicts.filter(({ takes }) => takes) : baseline ? [] : await ledger.routes.list();
  // An owner's signals may have been handed to the rest of the set.
  const routeIds = [...new Set(takers.flatMap(({ routeId }) => [routeId, setOf(routeId) ?? []].flat()))];
  const entries = await ledger.outbox.find(signalId, firstSeenAt, routeIds);
  const digests = baseline ? [] : await findDigests(ports, signalId, firstSeenAt);
  const awaited = baseline ? [] : await ledger.awaited.read(buyerId);
  const wait = awaited.find((one) => one.signalId === signalId);
  const routes = [];
  for (const routeId of new Set([...verdicts, ...entries, ...digests].map((one) => one.routeId))) {
    const { takes = null, because = null } = verdicts.find((one) => one.routeId === routeId) ?? {};
    const entry = entries.find((one) => one.routeId === routeId);
    const undecided = takes && wait && !wait.routeIds.includes(routeId) ? wait : null;
    const zone = zoneIn(ports.config.routes, routeId);
    const stays = entry ? await explainStay(ports, entry) : undecided && explainUndecided(undecided, zone);
    const own = digests.filter((one) => one.routeId === routeId);
    routes.push({ routeId, takes, because, stays, digests: own });
  }
  return {
    signalId,
    buyerId,
    firstSeenAt: isoTime(firstSeenAt),
    remembered: record !== null,
    notSent: record?.notSent ?? null,
    firstRun: record?.firstRun ?? null,
    ...(await describeRow(ports, record)),
    routes,
  };
}

/** A round that is continued, for up to an hour, is named by its beginning. */
const earlierMs = 2 * hourMs;

/** A signal that waited for long is in a late digest. A time that a wrong clock stored is cut off. */
async function findDigests(ports: LookupPorts, signalId: string, firstSeenAt: number) {
  const { ledger, now } = ports;
  const since = Math.max(Math.min(firstSeenAt, now) - earlierMs, now - 2 * rememberedDays * dayMs);
  const found: ReportedDigest[] = [];
  for await (const entry of ledger.history.readDigests({ since, until: now + dayMs }))
    if (entry.signalIds.includes(signalId)) found.push(await reportDigest(ports, entry));
  return found;
}

/** The row's facts as a digest shows them, each with its column, and what its hotness was judged by. */
async function describeRow({ ledger, config, now }: LookupPorts, record: SignalRecord | null) {
  const { name = null, bridgeName = null, buyerName = null, bridgeId = '' } = record?.signal ?? {};
  const { columns = {} } = record?.signal ?? {};
  const taker = record?.verdicts.find(({ takes }) => takes)?.routeId;
  const place = { timezone: zoneIn(config.routes, taker) ?? 'UTC', now };
  const view = await readFactView(ledger, config.columns, record?.signal ? [record.signal] : [], place);
  const reasons = (record?.hotBecause ?? []).flatMap((reason) =>
    withBlanks(describeReason({ hotBecause: [reason], bridgeId }, view, true) ?? ''),
  );
  const missed = config.hot.columns.map((condition) => formatColumn(condition, { columns, unsettled: [] }));
  if (record?.hot === false && createJudge(config, view.bridgeNames ?? new Map())(record).hot)
    missed.push("by today's config it would be hot");
  return {
    name,
    bridgeName,
    buyerName,
    hot: record === null || record.hotUnknown ? null : record.hot,
    hotBecause: reasons.length > 0 ? reasons : missed,
    hotnessRank: record?.hotnessRank ?? null,
    facts: record?.signal ? listFacts(record.signal, view) : [],
  };
}

import { inParallel } from '../../shared/domain/concurrency.ts';
import { isUuid } from '../../shared/domain/is-uuid.ts';
import { isLeftOut } from '../../shared/domain/polling/left-out.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import { nextReadingAt } from '../../shared/domain/signals/next-reading.ts';
import type { NewSignal } from '../../shared/domain/signals/recording.ts';
import { askToCompose } from '../ask-to-compose.ts';
import { describeNew } from './describe-new.ts';
import type { PollSettings } from './poll-settings.ts';
import type { ListedSignal, PollPorts, PollRequest } from './ports.ts';
import { createRankReader, noRanks } from './read-ranks.ts';
import type { FreshSignal } from './tell-plan.ts';

export type Recorder = ReturnType<typeof createRecorder>;

interface ScanKind {
  readonly period: ListingPeriod;
  /** The items are recorded and not sent. */
  readonly baseline: boolean;
}

const writesAtOnce = 8;
const batchesAtOnce = 2;

/** Records a buyer's new signals, and counts them. */
export function createRecorder(ports: PollPorts, buyerId: string, request: PollRequest) {
  const noted = {
    counts: { recorded: 0, baseline: 0, hot: 0, untaken: 0, unreadable: 0 },
    fresh: [] as FreshSignal[],
    /** In small letters, of signals that were recorded for some route. */
    bridges: new Set<string>(),
  };
  const wouldRecord: ReturnType<typeof dryRunLine>[] = [];
  const readRanks = createRankReader(ports, buyerId, request.deadline);

  const record = async (items: readonly ListedSignal[], scan: ScanKind): Promise<void> => {
    const unknown = await selectUnknown(ports, items);
    if (unknown.length === 0) return;
    const isBaseline = (item: ListedSignal): boolean => scan.baseline || isExcepted(ports.settings, item);
    const isNews = unknown.some((item) => !isBaseline(item));
    const ranks = isNews ? await readRanks(scan.period) : noRanks;
    const isOver = await ports.readOver();
    const now = ports.clock.now();
    const signals = unknown.map((item) =>
      describeNew(ports.settings, buyerId, item, {
        baseline: isBaseline(item),
        leftOut: isExcepted(ports.settings, item),
        rank: ranks(item.id),
        isOver: isOver(item),
        period: scan.period,
        now,
      }),
    );
    if (request.dryRun) {
      const seen = new Set(wouldRecord.map((one) => one.signalId));
      wouldRecord.push(...signals.filter((one) => !seen.has(one.signalId)).map(dryRunLine));
      return;
    }
    await awaitValues(ports, buyerId, signals);
    const isSummaryFetched = await askForSummary(ports, buyerId, signals);
    const recorded: NewSignal[] = [];
    await recordAll(ports, signals, (signal) => {
      recorded.push(signal);
      note(ports, noted, signal);
    });
    // Else it is composed once its summary is there.
    const waits = isSummaryFetched && ports.settings.summaryWaitMs > 0;
    if (!waits && recorded.some((signal) => goesAtOnce(ports, signal))) await askToCompose(ports);
    if (recorded.some(({ baseline }) => !baseline)) await ports.ledger.polls.noteNew(ports.clock.now());
    await ports.ledger.troubles.noteColumnsSeen(hotColumnsIn(ports.settings.hot, recorded));
  };

  return {
    ...noted,
    wouldRecord,
    /** Whether the list showed something. */
    isShown: false,
    selectUnknown: (items: readonly ListedSignal[]) => selectUnknown(ports, items),
    record,
  };
}

/** Together where they can be, else each alone: one that can't be recorded holds up no other. */
async function recordAll(
  ports: PollPorts,
  signals: readonly NewSignal[],
  onRecorded: (signal: NewSignal) => void,
): Promise<void> {
  const recordAlone = async (signal: NewSignal): Promise<void> => {
    if (await ports.ledger.signals.record(signal)) onRecorded(signal);
  };
  await inParallel(ports.ledger.signals.batch(signals), batchesAtOnce, async (batch) => {
    if (batch.length > 1 && (await ports.ledger.signals.recordTogether(batch))) batch.forEach(onRecorded);
    else await inParallel(batch, writesAtOnce, recordAlone);
  });
}

/** The items that are not recorded yet, each once. */
async function selectUnknown(ports: PollPorts, items: readonly ListedSignal[]): Promise<ListedSignal[]> {
  // A list that changes can show an item on two pages.
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  // A signal that was recorded while readable is not counted as unreadable later.
  const namesOf = ({ id, sameAs }: ListedSignal): string[] => (sameAs === undefined ? [id] : [id, sameAs]);
  const known = await ports.ledger.signals.findKnown(distinct.flatMap(namesOf));
  return distinct.filter((item) => !namesOf(item).some((name) => known.has(name)));
}

/** A signal of a bridge that the config leaves out is recorded, but not sent. */
function isExcepted(settings: PollSettings, { content }: ListedSignal): boolean {
  return !('raw' in content) && isLeftOut(settings.watch, content.bridgeId.toLowerCase());
}

/** The columns of the rule in which some of the signals have a value. */
function hotColumnsIn({ columns }: PollSettings['hot'], signals: readonly NewSignal[]): string[] {
  const hasValue = (name: string) => {
    return signals.some(({ content }) => !('raw' in content) && (content.columns[name] ?? null) !== null);
  };
  return columns.map(({ name }) => name).filter(hasValue);
}

/** Requested for longer than signals wait: a digest sent the next morning can still include the summary. */
const askAtLeastMs = 3_600_000;

/**
 * Stored before the signals: otherwise a crash in between would leave hot signals whose summary is never fetched. The
 * message only saves the wait for the next sweep. True if the summary is fetched now.
 */
export async function askForSummary(
  ports: PollPorts,
  buyerId: string,
  signals: readonly NewSignal[],
): Promise<boolean> {
  const waits = signals.filter((signal) => signal.hot && signal.routeIds.length > 0);
  if (waits.length === 0) return false;
  const now = ports.clock.now();
  const askUntil = now + Math.max(ports.settings.summaryWaitMs, askAtLeastMs);
  const isFetched = await ports.ledger.summaries.request(buyerId, now, askUntil);
  if (isFetched) await ports.queue('summary').send([{ buyerId }]);
  return isFetched;
}

/** A hot signal of a route that does not wait for a time: it opens a round even where its route gathers. */
function goesAtOnce({ settings }: PollPorts, { hot, routeIds }: NewSignal): boolean {
  return hot && settings.routes.some((route) => routeIds.includes(route.id) && route.when === 'immediately');
}

/** Stored before the signals, for the same reason. */
async function awaitValues(
  { ledger, clock }: PollPorts,
  buyerId: string,
  signals: readonly NewSignal[],
): Promise<void> {
  const waits = signals.flatMap(({ firstSeenAt, awaited }) => (awaited ? [{ ...awaited, firstSeenAt }] : []));
  if (waits.length === 0) return;
  const now = clock.now();
  await ledger.awaited.addWait({
    buyerId,
    dueAt: Math.min(...waits.map((wait) => nextReadingAt(wait, now))),
    until: Math.max(...waits.map(({ until }) => until)),
  });
}

function note(
  ports: PollPorts,
  { counts, fresh, bridges }: Pick<Recorder, 'counts' | 'fresh' | 'bridges'>,
  { buyerId, signalId, hot, baseline, routeIds, awaited, content }: NewSignal,
): void {
  const readable = 'raw' in content ? null : content;
  // One that waits for a value may still be taken.
  const isTaken = routeIds.length > 0 || awaited !== undefined;
  const untaken = !baseline && !isTaken;
  counts.recorded += 1;
  if (baseline) counts.baseline += 1;
  else if (hot) counts.hot += 1;
  if (untaken) counts.untaken += 1;
  if (readable === null) counts.unreadable += 1;
  else {
    const { bridgeId, updatedAt } = readable;
    if (isTaken && isUuid(bridgeId)) bridges.add(bridgeId.toLowerCase());
    if (!baseline) fresh.push({ signalId, bridgeId, updatedAt });
  }
  const { buyerName = null, name = null, bridgeName = null } = readable ?? {};
  const names = { buyerId, buyerName, signalId, name, bridgeName };
  ports.observe({ kind: 'signal-recorded', ...names, hot, baseline, routes: routeIds, untaken });
}

/** `waitsFor`: columns whose values decide whether further routes take it. */
function dryRunLine({ signalId, buyerId, hot, baseline, routeIds, awaited }: NewSignal) {
  const waitsFor = awaited ? { waitsFor: awaited.unsettled } : {};
  return { signalId, buyerId, hot, baseline, routeIds, ...waitsFor };
}

import { inParallel } from '../../shared/domain/concurrency.ts';
import { nextReadingAt } from '../../shared/domain/signals/next-reading.ts';
import type { NewSignal } from '../../shared/domain/signals/recording.ts';
import { askToCompose } from '../ask-to-compose.ts';
import { describeNew } from './describe-new.ts';
import type { PollPorts, PollSettings } from './open-poll.ts';
import type { BuyerPoll, Found, WouldRecord } from './ports.ts';
import { selectUnknown } from './sort-items.ts';

const writesAtOnce = 8;
const batchesAtOnce = 2;

export async function record(ports: PollPorts, poll: BuyerPoll, found: Found): Promise<void> {
  const { ledger, clock, settings } = ports;
  const { buyerId } = poll.buyer;
  const unknown = await selectUnknown(ports, found.items);
  if (unknown.length === 0) return;
  const signals = await describeNew(ports, poll, { ...found, items: unknown });
  if (poll.request.dryRun) {
    const seen = new Set(poll.wouldRecord.map((one) => one.signalId));
    poll.wouldRecord.push(...signals.filter((one) => !seen.has(one.signalId)).map(dryRunLine));
    return;
  }
  await awaitValues(ports, buyerId, signals);
  const isSummaryFetched = await askForSummary(ports, buyerId, signals);
  const recorded: NewSignal[] = [];
  await recordAll(ports, signals, (signal) => {
    recorded.push(signal);
    note(ports, poll, signal);
  });
  // The digest is composed once its summary is there.
  const waits = isSummaryFetched && settings.summaryWaitMs > 0;
  if (!waits && recorded.some((signal) => goesAtOnce(settings, signal))) await askToCompose(ports);
  if (recorded.some(({ baseline }) => !baseline)) await ledger.polls.noteNew(clock.now());
  await ledger.columns.noteColumnsSeen(hotColumnsIn(settings, recorded));
}

function dryRunLine({ signalId, buyerId, hot, baseline, routeIds, awaited }: NewSignal): WouldRecord {
  const waitsFor = awaited ? { waitsFor: awaited.unsettled } : {};
  return { signalId, buyerId, hot, baseline, routeIds, ...waitsFor };
}

/** The wait is stored before the signals, as the request for their summary is. */
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

/** The request outlasts the wait of the signals: a digest sent the next morning can still include the summary. */
const askAtLeastMs = 3_600_000;

/** A crash in between would leave hot signals whose summary is never fetched: the request is stored first. */
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

/** Signals that can't be recorded together are recorded alone: one that can't be recorded holds up no other. */
async function recordAll(
  { ledger }: PollPorts,
  signals: readonly NewSignal[],
  onRecorded: (signal: NewSignal) => void,
): Promise<void> {
  const recordAlone = async (signal: NewSignal): Promise<void> => {
    if (await ledger.signals.record(signal)) onRecorded(signal);
  };
  await inParallel(ledger.signals.batch(signals), batchesAtOnce, async (batch) => {
    if (batch.length > 1 && (await ledger.signals.recordTogether(batch))) batch.forEach(onRecorded);
    else await inParallel(batch, writesAtOnce, recordAlone);
  });
}

function note(
  { observe }: PollPorts,
  { recorded }: BuyerPoll,
  { buyerId, signalId, hot, baseline, routeIds, awaited, content }: NewSignal,
): void {
  const readable = 'raw' in content ? null : content;
  // A signal that waits for a value may still be taken.
  const isTaken = routeIds.length > 0 || awaited !== undefined;
  const {
    bridgeId = null,
    updatedAt = null,
    buyerName = null,
    name = null,
    bridgeName = null,
  } = readable ?? {};
  recorded.push({ signalId, bridgeId, updatedAt, baseline, hot: hot && !baseline, isTaken });
  const names = { buyerId, buyerName, signalId, name, bridgeName };
  observe({
    kind: 'signal-recorded',
    ...names,
    hot,
    baseline,
    routes: routeIds,
    untaken: !baseline && !isTaken,
  });
}

/** A hot signal of a route that does not wait for a time: it opens a round even where its route gathers. */
function goesAtOnce({ routes }: PollSettings, { hot, routeIds }: NewSignal): boolean {
  return hot && routes.some((route) => routeIds.includes(route.id) && route.when === 'immediately');
}

export function hotColumnsIn(
  { hot }: PollSettings,
  signals: readonly Pick<NewSignal, 'content'>[],
): string[] {
  const hasValue = (name: string) => {
    return signals.some(({ content }) => !('raw' in content) && (content.columns[name] ?? null) !== null);
  };
  return hot.columns.map(({ name }) => name).filter(hasValue);
}

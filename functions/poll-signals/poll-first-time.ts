import type { BuyerState } from '../../shared/domain/recording.ts';
import { deepPeriod, type ListingPeriod } from '../../shared/domain/window.ts';
import type { ListedSignal, PollRequest, PollSignalsPorts } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { type ScanResult, scanList } from './scan-list.ts';

/**
 * A buyer's first scan, a deep one: what it shows is the baseline, seen and not sent, unless the config says
 * otherwise. The buyer turns LIVE once such a scan is accepted. Returns whether it was.
 */
export async function pollFirstTime(
  ports: PollSignalsPorts,
  recorder: Recorder,
  buyer: BuyerState,
  request: PollRequest,
): Promise<boolean> {
  const startedAt = ports.clock.now();
  const { firstRun } = ports.settings;
  const period = deepPeriod(buyer.lastCompleteAt, startedAt);
  const scan =
    typeof firstRun === 'object'
      ? await scanSendingLast(ports, recorder, buyer.buyerId, period, firstRun.sendLast, request)
      : await scanList(ports, {
          buyerId: buyer.buyerId,
          period,
          deadline: request.deadline,
          knownFingerprint: null,
          ...(request.dryRun ? {} : { resume: { mode: 'deep', cutOff: buyer.cutOff ?? false } }),
          onItems: recorder.writerFor({
            mode: 'deep',
            period,
            firstTime: true,
            isBaseline: () => firstRun === 'baseline',
          }),
        });
  const completion = { startedAt: scan.startedAt ?? startedAt, deep: true, listing: null };
  const isComplete = scan.accepted && !request.dryRun && (await ports.completeScan(buyer, completion));
  const { recorded, hot, unreadable } = recorder.counts;
  const { accepted, readings, listed, misfit } = scan;
  const buyerId = buyer.buyerId;
  ports.observe({
    kind: 'buyer-polled',
    buyerId,
    mode: 'deep',
    accepted,
    readings,
    ...(misfit ? { misfit } : {}),
    listed,
    recorded,
    hot,
    unreadable,
  });
  return isComplete;
}

/**
 * The signal's date is not in the answer, so upstream tells what is recent by a second list. It is read after the
 * whole list: a signal that arrives in between shows up in the second one, and is sent. Were it read before,
 * that signal would be taken for an old one and lost. Without an accepted second list nothing old is
 * recorded yet, since it could be recent.
 */
async function scanSendingLast(
  ports: PollSignalsPorts,
  recorder: Recorder,
  buyerId: string,
  period: ListingPeriod,
  recentPeriod: ListingPeriod,
  request: PollRequest,
): Promise<Omit<ScanResult, 'listing'>> {
  const { deadline } = request;
  const whole = new Map<string, ListedSignal>();
  const recent = new Map<string, ListedSignal>();
  const collectInto = (into: Map<string, ListedSignal>) => async (items: readonly ListedSignal[]) => {
    for (const item of items) into.set(item.id, item);
  };
  const scan = { buyerId, deadline, knownFingerprint: null };
  const deep = await scanList(ports, { ...scan, period, onItems: collectInto(whole) });
  const last = await scanList(ports, { ...scan, period: recentPeriod, onItems: collectInto(recent) });
  const isBaseline = (id: string): boolean => !recent.has(id);
  const write = recorder.writerFor({ mode: 'deep', period, firstTime: true, isBaseline });
  await write([...recent.values()]);
  if (last.accepted) await write([...whole.values()]);
  const misfit = deep.misfit ?? last.misfit;
  return {
    accepted: deep.accepted && last.accepted,
    readings: deep.readings + last.readings,
    listed: deep.listed,
    ...(misfit ? { misfit } : {}),
  };
}

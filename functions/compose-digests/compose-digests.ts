import { isoTime } from '../../shared/domain/clock.ts';
import { type DelayedSignals, delayOf } from '../../shared/domain/routes/delay.ts';
import { isDue } from '../../shared/domain/routes/due.ts';
import { muteOf } from '../../shared/domain/routes/mute.ts';
import { quietUntil } from '../../shared/domain/routes/quiet.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import { ComposeUnfinishedError, checkTime } from './check-time.ts';
import { type ComposedDigest, type FreezeBatchRequest, freezeBatch } from './freeze-batch.ts';
import { describeFlood, holdFlood } from './hold-flood.ts';
import { createPaceKeeper } from './keep-pace.ts';
import type { ComposePorts } from './ports.ts';
import { readSlot, type SlotEntry } from './read-slot.ts';

export interface ComposeRequest extends Omit<FreezeBatchRequest, 'slot'> {
  /** Sends what is still being gathered, or waits for its time, too: a person asks for it. */
  readonly evenEarly?: boolean | undefined;
}

export interface ComposeResult {
  readonly routeId: string;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly digests: readonly ComposedDigest[];
  /** Entries that still wait for a summary, or for a value that their match depends on. */
  readonly waiting: number;
  /** Signals that stay in the outbox until a reason ends. */
  readonly delayed: readonly DelayedSignals[];
  /** Signals that a flood rule held back or dropped. */
  readonly setAside: number;
}

const mostCancellations = 20;

/** Freezes what waits for a route into digests. */
export async function composeDigests(ports: ComposePorts, request: ComposeRequest): Promise<ComposeResult> {
  const { route } = request;
  const slot = isoTime(ports.clock.now());
  let { state, flood: open = null, keptUntil = null } = await ports.ledger.readRoute(route.id);
  const frozen: ComposedDigest[] = [];
  let setAside = 0;
  let waiting = 0;
  let delayed: readonly DelayedSignals[] = [];
  const result = (): ComposeResult => ({
    routeId: route.id,
    state,
    digests: frozen,
    waiting,
    delayed,
    setAside,
  });
  const mutes = state === 'ENABLED' ? await ports.ledger.listMutes() : [];
  const pace = createPaceKeeper(ports, request);
  const mutable = ({ buyerId, signal }: OutboxEntry) => ({ buyerId, bridgeId: signal?.bridgeId ?? null });
  const whyDelayed = (entry: OutboxEntry) =>
    delayOf(route, mutes, mutable(entry), ports.clock.now()) ?? pace.delayOf(entry);
  const mutedBy = (entry: OutboxEntry) => muteOf(mutes, route.id, mutable(entry), ports.clock.now());
  const unready = new Set<string>();
  /** By the flood's id. */
  const asideOf = new Map<number, readonly SlotEntry[]>();
  let cancelled = 0;
  // Another composer may have frozen the digest of the flood: what it told must not be told again.
  const noteFaster = async (): Promise<void> => {
    cancelled += 1;
    ({ state, flood: open = null, keptUntil = null } = await ports.ledger.readRoute(route.id));
  };
  while (state === 'ENABLED') {
    if (cancelled > mostCancellations) {
      throw new ComposeUnfinishedError(`${route.id}: others were faster ${cancelled} times`);
    }
    const quietEnd = quietUntil(route, ports.clock.now());
    if (quietEnd !== null) {
      // Without a look at the outbox, which would be read each minute of a night.
      delayed = [{ reason: 'quiet', until: quietEnd, signals: null }];
      return result();
    }
    const reading = await readSlot(ports, { ...request, unready, delayOf: whyDelayed, muteOf: mutedBy });
    const byPace = pace.judge(reading.entries, open !== null);
    delayed = [...reading.delayed, ...byPace];
    if (byPace.length > 0) {
      waiting = reading.waiting + reading.entries.filter((entry) => entry.waits).length;
      break;
    }
    const sendable = reading.entries.filter(({ waits }) => !waits).map(({ enteredAt }) => enteredAt);
    // A round takes all that is there. What comes while it is composed waits for the next time.
    if (!request.evenEarly && !isDue(route, sendable, ports.clock.now(), ports.nextSlot)) {
      waiting = reading.waiting + reading.entries.filter((entry) => entry.waits).length;
      break;
    }
    const step = await holdFlood(ports, request, { open, keptUntil, mutes }, reading.entries);
    open = step.open;
    setAside += step.setAside;
    if (open) asideOf.set(open.id, [...(asideOf.get(open.id) ?? []), ...step.aside]);
    if (step.cancelled) await noteFaster();
    if (step.setAside > 0 || step.cancelled) {
      checkTime(ports, request, 'what a flood has too many');
      continue;
    }
    waiting = reading.waiting + [...step.shown, ...step.others].filter((entry) => entry.waits).length;
    const shown = inFull(step.shown);
    const isFlood = shown.length > 0;
    const entries = isFlood ? shown : inFull(step.others);
    if (entries.length === 0) break;
    const ready = (isFlood ? step.shown : step.others).filter((entry) => !entry.waits);
    const seen = { left: step.shown, aside: (open && asideOf.get(open.id)) ?? [] };
    const flood = isFlood && open !== null ? await describeFlood(ports, route, open, seen) : undefined;
    const releasable = { entries, ready, summaries: reading.summaries, muted: reading.muted };
    const batch = await freezeBatch(ports, { ...request, slot }, releasable, flood);
    frozen.push(...batch.digests);
    if (request.dryRun) break;
    if (batch.cancelled) await noteFaster();
    else if (flood && open) {
      await ports.ledger.closeFlood(route.id, open.id);
      open = null;
    }
  }
  return result();
}

function inFull(entries: readonly SlotEntry[]): OutboxEntry[] {
  return entries.flatMap(({ full }) => full ?? []);
}

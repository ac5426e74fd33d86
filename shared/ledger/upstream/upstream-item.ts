import { isPast } from '../../domain/clock.ts';
import type { Lane } from '../../domain/lane.ts';
import type { PauseReason } from '../../domain/upstream/breaker.ts';
import { unknownRate } from '../../domain/upstream/request-rate.ts';
import { upstreamKey } from '../items/keys.ts';
import { isVersion, tryAgain, tryIfHolds } from '../table/conditions.ts';
import { type Attributes, numberOf, pastOf, stringOf } from '../table/read-item.ts';
import { type LedgerPorts, TableUnavailableError } from '../table/table.ts';

export type UpstreamState = ReturnType<typeof stateIn>;

/** Ten instances that write at once need only a handful; at hundreds of calls a second, more. */
const tries = 50;
const longestPauseMs = 100;

export type UpstreamItem = ReturnType<typeof createUpstreamItem>;

export function createUpstreamItem(ports: LedgerPorts) {
  const { table, clock, random } = ports;

  const readUpstream = async (lane: Lane): Promise<UpstreamState> => {
    const item = await table.get(upstreamKey(lane));
    return stateIn(item ?? {}, clock.now());
  };

  return {
    readUpstream,

    /** A reservation could otherwise overwrite another instance's throttle or pause. */
    async changeUpstream<Result>(
      lane: Lane,
      decide: (state: UpstreamState, now: number) => { set?: Partial<UpstreamState>; result: Result },
    ): Promise<Result> {
      for (let attempt = 1; ; attempt++) {
        const before = await tryAgain(ports, () => readUpstream(lane));
        const { set, result } = decide(before, clock.now());
        if (set === undefined) return result;
        const update = {
          key: upstreamKey(lane),
          set: { v: 1, ...before, ...set, ver: before.ver + 1 },
          condition: isVersion(before.ver),
        };
        if ((await tryIfHolds(ports, () => table.update(update))).holds) return result;
        if (attempt === tries) throw new TableUnavailableError('the call limiter is contended');
        await clock.sleep(random() * Math.min(10 * attempt, longestPauseMs));
      }
    },
  };
}

/** Only the lane of lists keeps the token's rejection, and what was shown. */
function stateIn(item: Attributes, now: number) {
  const reason = stringOf(item, 'pauseReason');
  const pauseReason: PauseReason | null = reason === 'failing' || reason === 'rejected' ? reason : null;
  return {
    perSecond: numberOf(item, 'perSecond') ?? unknownRate.perSecond,
    answered: numberOf(item, 'answered') ?? unknownRate.answered,
    cuts: numberOf(item, 'cuts') ?? unknownRate.cuts,
    ver: numberOf(item, 'ver') ?? 0,
    nextFreeAt: numberOf(item, 'nextFreeAt') ?? now,
    /** Upstream asked to wait until then. */
    heldUntil: soonOf(item, 'heldUntil', now),
    pausedUntil: soonOf(item, 'pausedUntil', now),
    /** The reason is kept beyond `pausedUntil`, until a probe succeeds. */
    pauseReason,
    pauses: numberOf(item, 'pauses') ?? 0,
    /** One call probes whether upstream is back; other calls wait until then. */
    probeUntil: soonOf(item, 'probeUntil', now),
    /** An instance's last 429s may be missing from `refused`. */
    calls: numberOf(item, 'calls') ?? 0,
    refused: numberOf(item, 'refused') ?? 0,
    /** Buckets of events: see `event-share.ts`. */
    eventCallsFullAt: numberOf(item, 'eventCallsFullAt') ?? 0,
    eventBuyersFullAt: numberOf(item, 'eventBuyersFullAt') ?? 0,
    shownAt: pastOf(item, 'shownAt', now) ?? 0,
    shownBuyer: stringOf(item, 'shownBuyer'),
    itemAt: pastOf(item, 'itemAt', now) ?? 0,
  };
}

/** The longest pause and the longest `Retry-After`: a wrong header must not stop calls forever. */
export const longestWaitMs = 3_600_000;

/** A wait that is longer than the longest comes from a wrong clock, and counts as over. */
function soonOf(item: Attributes, name: string, now: number): number {
  const until = numberOf(item, name) ?? 0;
  return isPast(until - longestWaitMs, now) ? until : 0;
}

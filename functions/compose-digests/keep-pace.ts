import { countDelays, type Delay, type DelayedSignals } from '../../shared/domain/routes/delay.ts';
import {
  gatherDelay,
  limitOf,
  type MessageLimit,
  nextMessageAt,
  type SentMessages,
} from '../../shared/domain/routes/pace.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import type { ComposePorts } from './ports.ts';
import type { SlotEntry } from './read-slot.ts';

/** What a route with a limit of messages may create. */
export interface Allowance {
  readonly limit: MessageLimit;
  readonly sent: SentMessages;
}

export interface PaceStep {
  /**
   * Everything that was read, if none of it may go out now. If it is over the limit, the next reading finds hot signals
   * alone.
   */
  readonly delayed: readonly DelayedSignals[];
  /** Null without a limit. */
  readonly allowance: Allowance | null;
}

/** Keeps a route to its `gather` and its `atMost`: of one composition, over all its readings. */
export interface PaceKeeper {
  readonly delayOf: (entry: OutboxEntry) => Delay | null;
  /** `isBegun`: a digest of a flood was begun, and is only finished. */
  readonly judge: (entries: readonly SlotEntry[], isBegun: boolean) => Promise<PaceStep>;
  /** From now on only hot signals go out: what stands in front of them is over the limit. */
  readonly holdOthers: () => void;
}

export function createPaceKeeper(
  { clock, ledger }: ComposePorts,
  { route, evenGathering = false }: { readonly route: Route; readonly evenGathering?: boolean | undefined },
): PaceKeeper {
  const limit = limitOf(route);
  /** Since then this composition sends. What came later is gathered for another message. */
  let gatheredAt: number | null = null;
  let overLimit: Delay | null = null;
  let isHolding = false;

  const isGathered = (sendable: readonly SlotEntry[]): boolean =>
    // An operator who releases signals wants them now, and everything goes with them.
    sendable.some(
      ({ released, enteredAt }) => released || gatherDelay(route, enteredAt, clock.now()) === null,
    );

  return {
    delayOf({ enteredAt, firstSeenAt, hot }) {
      const entered = enteredAt ?? firstSeenAt;
      if (isHolding && !hot) return overLimit;
      if (evenGathering || gatheredAt === null || entered <= gatheredAt) return null;
      return gatherDelay(route, entered, clock.now());
    },

    async judge(entries, isBegun) {
      const sendable = entries.filter(({ waits }) => !waits);
      if (sendable.length === 0) return { delayed: [], allowance: null };
      const now = clock.now();
      if (!evenGathering && !isBegun && gatheredAt === null && !isGathered(sendable)) {
        const delays = sendable.flatMap(({ enteredAt }) => gatherDelay(route, enteredAt, now) ?? []);
        return { delayed: countDelays(delays), allowance: null };
      }
      gatheredAt ??= now;
      if (limit === null) return { delayed: [], allowance: null };
      const sent = await ledger.readSent(route.id);
      const until = nextMessageAt(limit, sent, now) ?? now;
      overLimit = until > now ? { reason: 'at-most', until } : null;
      if (overLimit === null || sendable.some(({ hot }) => hot)) {
        return { delayed: [], allowance: { limit, sent } };
      }
      isHolding = true;
      return { delayed: [{ ...overLimit, signals: sendable.length }], allowance: null };
    },

    holdOthers() {
      isHolding = true;
    },
  };
}

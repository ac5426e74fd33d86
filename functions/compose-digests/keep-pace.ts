import { countDelays, type Delay, type DelayedSignals } from '../../shared/domain/routes/delay.ts';
import { gatherDelay } from '../../shared/domain/routes/pace.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import type { ComposePorts } from './ports.ts';
import type { SlotEntry } from './read-slot.ts';

/** Keeps a route to its `gather`: of one composition, over all its readings. */
export interface PaceKeeper {
  readonly delayOf: (entry: OutboxEntry) => Delay | null;
  /**
   * Everything that was read, if none of it may go out now. `isBegun`: a digest of a flood was begun, and is only
   * finished.
   */
  readonly judge: (entries: readonly SlotEntry[], isBegun: boolean) => readonly DelayedSignals[];
}

export function createPaceKeeper(
  { clock }: ComposePorts,
  { route, evenEarly = false }: { readonly route: Route; readonly evenEarly?: boolean | undefined },
): PaceKeeper {
  /** Since then this composition sends. What came later is gathered for another message. */
  let gatheredAt: number | null = null;

  const isGathered = (sendable: readonly SlotEntry[]): boolean =>
    // An operator who releases signals wants them now, and everything goes with them.
    sendable.some(
      ({ released, enteredAt }) => released || gatherDelay(route, enteredAt, clock.now()) === null,
    );

  return {
    delayOf({ enteredAt, firstSeenAt }) {
      const entered = enteredAt ?? firstSeenAt;
      if (evenEarly || gatheredAt === null || entered <= gatheredAt) return null;
      return gatherDelay(route, entered, clock.now());
    },

    judge(entries, isBegun) {
      const sendable = entries.filter(({ waits }) => !waits);
      if (sendable.length === 0) return [];
      const now = clock.now();
      if (!evenEarly && !isBegun && gatheredAt === null && !isGathered(sendable)) {
        return countDelays(sendable.flatMap(({ enteredAt }) => gatherDelay(route, enteredAt, now) ?? []));
      }
      gatheredAt ??= now;
      return [];
    },
  };
}

import type { Clock } from '../domain/clock.ts';
import { settleWithin } from '../domain/concurrency.ts';
import { describeError } from '../domain/describe-error.ts';
import { countsOf, type Observe } from '../domain/observation.ts';
import { type Tally, type TallyName, tallyNames } from '../domain/tally.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** Counts observations until they are added to the ledger's tallies. */
export interface TallyKeeper {
  /** Counts, and passes the observation on. */
  readonly observe: Observe;
  /**
   * Stores the counts since the last call; for the end of each invocation. Waits at most `withinMs` milliseconds, if
   * given. Never throws: counts that could not be stored are lost, which is observed.
   */
  write(ledger: Pick<Ledger, 'addTally'>, withinMs?: number): Promise<void>;
  /** Drops the counts since the last call: a dry run did nothing. */
  forget(): void;
}

interface Counting {
  readonly counts: Map<TallyName, number>;
  readonly newByRoute: Map<string, number>;
  lastNewAt: number | null;
}

export function createTallyKeeper(ports: { readonly clock: Clock; readonly observe: Observe }): TallyKeeper {
  const { clock } = ports;
  let tally = emptyTally();
  const take = (): Tally => {
    const { counts, newByRoute, lastNewAt } = tally;
    tally = emptyTally();
    return { counts: Object.fromEntries(counts), newByRoute: Object.fromEntries(newByRoute), lastNewAt };
  };
  return {
    observe(observation) {
      const counted = countsOf(observation);
      for (const name of tallyNames) if (counted[name]) increase(tally.counts, name, counted[name]);
      if (observation.kind === 'signal-recorded' && !observation.baseline) {
        for (const routeId of observation.routes) increase(tally.newByRoute, routeId, 1);
        tally.lastNewAt = clock.now();
      }
      ports.observe(observation);
    },
    async write(ledger, withinMs) {
      if (tally.counts.size === 0) return;
      let problem: string | null = 'storing the counts took too long';
      const writing = ledger.addTally(take(), clock.now()).then(() => null, describeError);
      const written = writing.then((found) => {
        problem = found;
      });
      await (withinMs === undefined ? written : settleWithin(Math.max(0, withinMs), [written], clock));
      if (problem !== null) ports.observe({ kind: 'tally-lost', problem });
    },
    forget: () => void take(),
  };
}

function emptyTally(): Counting {
  return { counts: new Map(), newByRoute: new Map(), lastNewAt: null };
}

function increase<Name>(counts: Map<Name, number>, name: Name, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** The handler, with its counts stored at the end of each invocation, also a failed one. */
export function tallied<Event, Context, Result>(
  handle: (event: Event, context: Context) => Promise<Result>,
  keeper: TallyKeeper,
  ledger: Pick<Ledger, 'addTally'>,
): (event: Event, context: Context) => Promise<Result> {
  return async (event, context) => {
    try {
      return await handle(event, context);
    } finally {
      await keeper.write(ledger);
    }
  };
}

import type { Clock } from '../domain/clock.ts';
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

export function createTallyKeeper(ports: { readonly clock: Clock; readonly observe: Observe }): TallyKeeper {
  const { clock } = ports;
  let counts = new Map<TallyName, number>();
  let newByRoute = new Map<string, number>();
  let lastNewAt: number | null = null;
  const take = (): Tally => {
    const tally = {
      counts: Object.fromEntries(counts),
      newByRoute: Object.fromEntries(newByRoute),
      lastNewAt,
    };
    counts = new Map();
    newByRoute = new Map();
    lastNewAt = null;
    return tally;
  };
  return {
    observe(observation) {
      const counted = countsOf(observation);
      for (const name of tallyNames) if (counted[name]) increase(counts, name, counted[name]);
      if (observation.kind === 'signal-recorded' && !observation.baseline) {
        for (const routeId of observation.routes) increase(newByRoute, routeId, 1);
        lastNewAt = clock.now();
      }
      ports.observe(observation);
    },
    async write(ledger, withinMs) {
      if (counts.size === 0) return;
      const written = ledger.addTally(take(), clock.now()).then(() => null, describeError);
      const problem = await (withinMs === undefined ? written : orLate(clock, withinMs, written));
      if (problem !== null) ports.observe({ kind: 'tally-lost', problem });
    },
    forget: () => void take(),
  };
}

async function orLate(clock: Clock, ms: number, written: Promise<string | null>): Promise<string | null> {
  const over = new AbortController();
  // A cancelled timer rejects, and nothing awaits it any more.
  const late = clock.sleep(Math.max(0, ms), over.signal).then(
    () => 'storing the counts took too long',
    () => null,
  );
  try {
    return await Promise.race([written, late]);
  } finally {
    over.abort();
  }
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

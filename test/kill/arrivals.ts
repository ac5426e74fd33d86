import { setTimeout as sleep } from 'node:timers/promises';
import type { RunBench } from '../support/commands/run-bench.ts';
import { seededRandom } from '../support/seeded-random.ts';

/**
 * Lets signals arrive all the time, and somebody act on what was delivered: lists grow at one end and shrink
 * anywhere while they are read. Nobody acts on what is not delivered yet: that could vanish unseen, and rightly.
 */
export function startArrivals(bench: RunBench, seed: number, route: string) {
  const random = seededRandom(seed);
  const made = new Set<string>();
  let looked = 0;
  let stopped = false;

  const arrive = async (): Promise<void> => {
    const count = 1 + Math.floor(random() * 3);
    for (const signal of await bench.addSignals({ count })) made.add(signal);
  };
  const act = async (): Promise<void> => {
    const fresh = bench.inbox.digests.slice(looked);
    looked += fresh.length;
    const delivered = fresh
      .filter(({ to }) => to === route)
      .flatMap(({ data }) => data.buyers.flatMap(({ signals }) => signals));
    for (const { rowId } of delivered) {
      if (random() < 0.8) await bench.control(`rows/${rowId}/status`, { status: 'Actioned' });
    }
  };
  const going = (async () => {
    while (!stopped) {
      await arrive();
      await act();
      await sleep(20 + random() * 160);
    }
  })();

  return {
    /** `bridgeId/rowId` of all that arrived so far. */
    made,
    /** Ends both, once what is under way is done. */
    async stop(): Promise<void> {
      stopped = true;
      await going;
    },
  };
}

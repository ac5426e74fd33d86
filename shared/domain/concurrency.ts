import type { Clock } from './clock.ts';

/** Throws the first error only when all work has ended, so that nothing continues after the call. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  const failures: unknown[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) {
      try {
        results[index] = await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}

/** Items at the front must not take all of the time each time. */
export function beginElsewhere<Item>(items: readonly Item[], at: number): readonly Item[] {
  const first = at % Math.max(1, items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}

/** Takes the first item of each group, then the second of each, and so on: a large group must not delay the others. */
export function takeInTurn<Item>(groups: readonly (readonly Item[])[]): Item[] {
  const turns = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    groups.flatMap((own) => own.slice(turn, turn + 1)),
  ).flat();
}

/** The items in their order, in groups of at most `most`. */
export function inGroups<Item>(items: readonly Item[], most: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, at) =>
    items.slice(at * most, (at + 1) * most),
  );
}

/** A caller that comes while work of its name runs gets the same result, or the same error. */
export function shareWork<Result>(): (name: string, work: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return (name, work) => {
    const shared = underWay.get(name) ?? work().finally(() => underWay.delete(name));
    underWay.set(name, shared);
    return shared;
  };
}

/** Runs work one at a time, in the order of the calls. */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/** Resolves when all work has ended, or after `withinMs` milliseconds. */
export async function settleWithin(
  withinMs: number,
  work: Iterable<Promise<unknown>>,
  clock: Clock,
): Promise<void> {
  const done = new AbortController();
  // The abort ends it early: otherwise the timer would keep the process alive.
  const limit = clock.sleep(withinMs, done.signal).catch((reason: unknown) => {
    if (!done.signal.aborted) throw reason;
  });
  try {
    await Promise.race([Promise.all(work), limit]);
  } finally {
    done.abort();
  }
}

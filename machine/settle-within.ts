import type { Clock } from '../shared/domain/clock.ts';

/** Resolves when all work has ended, or after `withinMs` milliseconds. */
export async function settleWithin(
  withinMs: number,
  work: Iterable<Promise<unknown>>,
  clock: Clock,
): Promise<void> {
  const done = new AbortController();
  // Ended early by the abort, or else the timer would keep the process alive.
  const limit = clock.sleep(withinMs, done.signal).catch((reason: unknown) => {
    if (!done.signal.aborted) throw reason;
  });
  try {
    await Promise.race([Promise.all(work), limit]);
  } finally {
    done.abort();
  }
}

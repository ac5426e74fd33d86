/** CPU that something took, in microseconds of a whole core of this machine. */
export interface CpuAccount {
  cpuMicros: number;
}

/**
 * A day in half a minute: time stands still while anything runs, and jumps to the next moment that somebody waits for.
 * What runs between two jumps is charged to the account that the jump was for.
 */
export interface Timeline {
  /** Milliseconds since the epoch. */
  now(): number;
  at(time: number, run: () => void, account?: CpuAccount): void;
  /** Resolves so much later. Rejects with the signal's reason. */
  wait(ms: number, account: CpuAccount, signal?: AbortSignal): Promise<void>;
  /** Time stands still until this, which happens outside of it, has settled. */
  hold<Result>(work: Promise<Result>): Promise<Result>;
  /** Runs everything up to `until`, which is the time afterwards. */
  runUntil(until: number): Promise<void>;
}

interface Moment {
  readonly time: number;
  readonly order: number;
  readonly run: () => void;
  readonly account: CpuAccount | undefined;
}

/** `onMove` hears of each jump: other clocks follow by it. */
export function createTimeline(start: number, onMove: (now: number) => void = () => {}): Timeline {
  const moments = createHeap();
  const held = new Set<Promise<unknown>>();
  let now = start;
  let order = 0;

  const at = (time: number, run: () => void, account?: CpuAccount): void => {
    moments.push({ time: Math.max(time, now), order, run, account });
    order += 1;
  };

  /** Promises go on before `setImmediate` does: afterwards everything waits for a later moment, or for what is held. */
  const settle = async (): Promise<void> => {
    await nextTurn();
    while (held.size > 0) {
      await Promise.allSettled(held);
      await nextTurn();
    }
  };

  return {
    now: () => now,
    at,
    wait: (ms, account, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const abort = (): void => reject(signal?.reason);
        signal?.addEventListener('abort', abort, { once: true });
        const wake = (): void => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        at(now + Math.max(0, ms), wake, account);
      }),
    async hold(work) {
      held.add(work);
      try {
        return await work;
      } finally {
        held.delete(work);
      }
    },
    async runUntil(until) {
      for (let next = moments.first(); next !== undefined && next.time <= until; next = moments.first()) {
        moments.removeFirst();
        now = next.time;
        onMove(now);
        const before = process.threadCpuUsage();
        next.run();
        await settle();
        if (next.account === undefined) continue;
        const { user, system } = process.threadCpuUsage(before);
        next.account.cpuMicros += user + system;
      }
      now = Math.max(now, until);
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A binary heap: the earliest moment first, of equal ones the one that was asked for first. */
function createHeap() {
  const heap: Moment[] = [];
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [heap[a] as Moment, heap[b] as Moment];
    return one.time < other.time || (one.time === other.time && one.order < other.order);
  };
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [heap[b] as Moment, heap[a] as Moment];
  };
  return {
    first: (): Moment | undefined => heap[0],
    push(moment: Moment): void {
      let at = heap.push(moment) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && isBefore(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    removeFirst(): void {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      heap[0] = last;
      for (let at = 0; ; ) {
        let child = 2 * at + 1;
        if (child + 1 < heap.length && isBefore(child + 1, child)) child += 1;
        if (child >= heap.length || !isBefore(child, at)) return;
        swap(at, child);
        at = child;
      }
    },
  };
}

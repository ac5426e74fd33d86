import type { Clock } from '../../../shared/domain/clock.ts';

/**
 * Time that only `runUntil` moves. Events run one after another in the order of their times (of equal times, in the order
 * they were asked for), each until everything that it started waits for another event.
 */
export interface SimulatedTime extends Clock {
  at(time: number, run: () => void): void;
  /** Runs every event up to `until`, which is the time afterwards. */
  runUntil(until: number): Promise<void>;
}

export interface SimulatedTimeOptions {
  /** Far more than are needed, so only an endless schedule reaches it. @default no limit */
  readonly mostEvents?: number;
  /** Resolves once everything that an event started waits for another event. @default promises alone: no file, no thread */
  readonly settle?: () => Promise<void>;
}

interface Event {
  readonly time: number;
  readonly order: number;
  readonly run: () => void;
}

export class EndlessScheduleError extends Error {
  override readonly name = 'EndlessScheduleError';
}

/** `start` in milliseconds since the epoch. `runUntil` throws `EndlessScheduleError` after `mostEvents`. */
export function createSimulatedTime(start: number, options: SimulatedTimeOptions = {}): SimulatedTime {
  const { mostEvents = Number.POSITIVE_INFINITY, settle = settlePromises } = options;
  const heap: Event[] = [];
  let now = start;
  let order = 0;
  let eventsRun = 0;
  const at = (time: number, run: () => void): void => {
    push(heap, { time: Math.max(time, now), order, run });
    order += 1;
  };
  return {
    now: () => now,
    at,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (ms <= 0) return resolve();
        const abort = (): void => reject(signal?.reason);
        signal?.addEventListener('abort', abort, { once: true });
        at(now + ms, () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        });
      }),
    async runUntil(until) {
      for (let next = heap[0]; next !== undefined && next.time <= until; next = heap[0]) {
        pop(heap);
        now = next.time;
        eventsRun += 1;
        if (eventsRun > mostEvents) throw new EndlessScheduleError(`more than ${mostEvents} events`);
        next.run();
        await settle();
      }
      now = Math.max(now, until);
    },
  };
}

/** Resolves once no promise can continue: Node runs a tick only when no microtask is left. */
function settlePromises(): Promise<void> {
  return new Promise((resolve) => {
    queueMicrotask(() => process.nextTick(resolve));
  });
}

function isBefore(a: Event, b: Event): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}

function push(heap: Event[], event: Event): void {
  let at = heap.length;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(event, heap[parent] as Event)) break;
    heap[at] = heap[parent] as Event;
    at = parent;
  }
  heap[at] = event;
}

function pop(heap: Event[]): void {
  const last = heap.pop() as Event;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child += 1;
    if (!isBefore(heap[child] as Event, last)) break;
    heap[at] = heap[child] as Event;
    at = child;
  }
  heap[at] = last;
}

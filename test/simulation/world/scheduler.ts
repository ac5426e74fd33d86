/**
 * The only thing that moves time. Events run one after another in the order of their times (of equal times, in the
 * order they were asked for), each until all that it set going waits for another event.
 */
export interface Scheduler {
  /** True time, milliseconds since the epoch: no instance sees it, each has a clock of its own. */
  now(): number;
  at(time: number, run: () => void): void;
  /** Runs every event up to `until`, which is the time afterwards. */
  runUntil(until: number): Promise<void>;
  readonly eventsRun: number;
}

interface Event {
  readonly time: number;
  readonly order: number;
  readonly run: () => void;
}

export class EndlessScheduleError extends Error {
  override readonly name = 'EndlessScheduleError';
}

/** `mostEvents`: far beyond what the schedule needs, so reached only by something that goes round in circles. */
export function createScheduler(start: number, mostEvents: number): Scheduler {
  const heap: Event[] = [];
  let now = start;
  let order = 0;
  let eventsRun = 0;
  return {
    now: () => now,
    get eventsRun() {
      return eventsRun;
    },
    at(time, run) {
      push(heap, { time: Math.max(time, now), order, run });
      order += 1;
    },
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

/** Resolves once every promise that could go on has gone on: Node runs a tick only when no microtask is left. */
function settle(): Promise<void> {
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

import * as v from 'valibot';
import { type OperationName, operationNames } from './request-counts.ts';

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));
const common = { operation: v.optional(v.picklist(operationNames)), calls: v.optional(count(1_000_000), 1) };
const retryAfter = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));

/** The body of `POST /sandbox/faults`. `calls` defaults to 1; without `operation` the fault is for all operations. */
export const faultSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('status'),
    ...common,
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 500),
    retryAfter,
  }),
  v.strictObject({ kind: v.literal('latency'), ...common, ms: count(600_000) }),
  v.strictObject({ kind: v.literal('cut'), ...common }),
  v.strictObject({ kind: v.literal('garbage'), ...common }),
  v.strictObject({
    kind: v.literal('rate-limit'),
    operation: common.operation,
    perSecond: count(100_000),
    retryAfter,
  }),
]);

export type Fault = v.InferOutput<typeof faultSchema>;

/** The faults of one call. */
export interface CallFaults {
  readonly latencyMs: number;
  /** Answered instead of the operation. `retryAfter` in seconds. */
  readonly refusal: { readonly status: number; readonly bare: boolean; readonly retryAfter?: number } | null;
  /** Done to the operation's own answer. */
  readonly spoil: 'cut' | 'garbage' | null;
}

interface ActiveFault {
  readonly fault: Fault;
  /** Infinite for a rate limit, which stays until it is removed. */
  callsLeft: number;
  /** The times of the calls let through in the last second, in milliseconds since the epoch. */
  recent: number[];
}

export class Faults {
  #active: ActiveFault[] = [];

  add(fault: Fault): void {
    this.#active.push({ fault, callsLeft: fault.kind === 'rate-limit' ? Infinity : fault.calls, recent: [] });
  }

  clear(): void {
    this.#active = [];
  }

  /** Uses up one call of each matching latency, and of the first other fault that applies. */
  take(operation: OperationName | undefined, now: number): CallFaults {
    let latencyMs = 0;
    let refusal: CallFaults['refusal'] = null;
    let spoil: CallFaults['spoil'] = null;
    for (const active of this.#active) {
      const { fault } = active;
      if (fault.operation !== undefined && fault.operation !== operation) continue;
      if (fault.kind !== 'latency' && (refusal || spoil)) continue;
      if (fault.kind === 'rate-limit') {
        if (!isOverRate(active, fault.perSecond, now)) continue;
        refusal = { status: 429, bare: true, ...withRetryAfter(fault) };
        continue;
      }
      active.callsLeft -= 1;
      if (fault.kind === 'latency') latencyMs += fault.ms;
      else if (fault.kind === 'status')
        refusal = { status: fault.status, bare: false, ...withRetryAfter(fault) };
      else spoil = fault.kind;
    }
    this.#active = this.#active.filter(({ callsLeft }) => callsLeft > 0);
    return { latencyMs, refusal, spoil };
  }
}

function isOverRate(active: ActiveFault, perSecond: number, now: number): boolean {
  active.recent = active.recent.filter((time) => now - time < 1_000);
  if (active.recent.length >= perSecond) return true;
  active.recent.push(now);
  return false;
}

function withRetryAfter({ retryAfter }: { readonly retryAfter?: number | undefined }): {
  retryAfter?: number;
} {
  return retryAfter === undefined ? {} : { retryAfter };
}

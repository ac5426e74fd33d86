/** Watches how long answers take, and stops the growth of a rate at which the service falls behind. */
export interface LatencyWatch {
  /** An answer that took `tookMs` while calls went at `rate` a second. `at`: milliseconds since the epoch. */
  note(answer: { readonly at: number; readonly rate: number; readonly tookMs: number }): void;
  /** The most calls a second: infinite unless answers lately took too long. */
  mostPerSecond(at: number): number;
}

/** Answers that take so many times as long as at half the rate wait in a queue of the service. */
const tooSlow = 3;
/** Less says nothing of a service: a connection that is opened, or a busy machine, takes as long. */
const leastMs = 100;
const fewestAnswers = 10;
/** A new answer's weight in the mean. */
const weight = 0.2;
/** Then the rate may grow again, to see whether the service keeps up by now. */
const cappedMs = 60_000;

export function createLatencyWatch(): LatencyWatch {
  /** By the power of two that the rate had reached. */
  const means = new Map<number, { answers: number; ms: number }>();
  let cap = { perSecond: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
  return {
    note({ at, rate, tookMs }) {
      const power = Math.floor(Math.log2(rate));
      const mean = means.get(power) ?? { answers: 0, ms: tookMs };
      mean.answers += 1;
      mean.ms += weight * (tookMs - mean.ms);
      means.set(power, mean);
      const half = means.get(power - 1);
      if (half === undefined || half.answers < fewestAnswers || mean.answers < fewestAnswers) return;
      if (mean.ms <= Math.max(leastMs, tooSlow * half.ms)) return;
      cap = { perSecond: 2 ** power, at };
      means.delete(power);
    },
    mostPerSecond: (at) => (at - cap.at < cappedMs ? cap.perSecond : Number.POSITIVE_INFINITY),
  };
}

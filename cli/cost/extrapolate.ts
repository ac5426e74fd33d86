import { priceOf } from '../../shared/cost/prices.ts';
import { type CostReport, type ListLine, totalOf } from './cost-report.ts';

/** The size to calculate for. */
export interface LargerSize {
  readonly buyers: number;
  /** New signals a day. */
  readonly arrivals: number;
}

/**
 * What a month costs at a size that would take hours to count, from the reports of two smaller ones: each count has a
 * part that is there without buyers, and one that grows with them, since no tick reads or writes more for a buyer because
 * there are others. A count that falls with the buyers, such as idle minutes, ends at 0.
 */
export function extrapolate(
  small: CostReport,
  large: CostReport,
  { buyers, arrivals }: LargerSize,
): CostReport {
  const part = (buyers - small.settings.buyers) / (large.settings.buyers - small.settings.buyers);
  const grow = (from: number, to: number): number => Math.max(0, from + (to - from) * part);
  const lines = large.lines.map((line): ListLine => {
    const before = small.lines.find((one) => nameOf(one) === nameOf(line))?.count ?? 0;
    const count = line.part === 'standing' ? line.count : grow(before, line.count);
    return { ...line, count, usd: count * priceOf(line.price) };
  });
  const functions = large.functions.map((one) => {
    const before = small.functions.find(({ name }) => name === one.name);
    const of = (amount: (each: typeof one) => number): number =>
      grow(before ? amount(before) : 0, amount(one));
    return {
      ...one,
      invocations: of(({ invocations }) => invocations),
      gigabyteSeconds: of(({ gigabyteSeconds }) => gigabyteSeconds),
      coldStarts: of(({ coldStarts }) => coldStarts),
      usd: of(({ usd }) => usd),
    };
  });
  const [{ upstream: few, day: quiet }, { upstream: many, day: busy }] = [small, large];
  return {
    settings: { ...large.settings, buyers, arrivals },
    calculatedFrom: [small.settings.buyers, large.settings.buyers],
    ...totalOf(lines),
    functions,
    upstream: {
      callsAMonth: grow(few.callsAMonth, many.callsAMonth),
      eachCallsAMonth: grow(few.eachCallsAMonth, many.eachCallsAMonth),
      eachUsd: grow(few.eachUsd, many.eachUsd),
    },
    day: {
      ...busy,
      buyersPolled: grow(quiet.buyersPolled, busy.buyersPolled),
      newSignals: arrivals,
      digestsDelivered: grow(quiet.digestsDelivered, busy.digestsDelivered),
    },
    problems: [...small.problems, ...large.problems],
  };
}

function nameOf({ part, service, what }: ListLine): string {
  return `${part} ${service} ${what}`;
}

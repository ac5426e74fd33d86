import { functions, type PipelineFunction } from '../../functions/wiring.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { metricNames } from '../../shared/runtime/metric-names.ts';
import { daysPerMonth } from './assumptions.ts';
import type { CountedDay, CountOptions } from './count-day.ts';
import { type CostLine, priceMonth, priceUsage, sumOf } from './price-month.ts';
import { addUsage, noUsage, type Usage } from './usage.ts';

/** What `cost --json` prints. Amounts in US dollars, counts in a month unless it says otherwise. */
export interface CostReport {
  readonly settings: CostSettings;
  readonly lines: readonly CostLine[];
  readonly sums: {
    readonly use: number;
    /** Minutes with nothing to do, and what stands there: together `fixed`. */
    readonly minutes: number;
    readonly standing: number;
    readonly fixed: number;
    readonly total: number;
  };
  readonly functions: readonly FunctionCost[];
  readonly upstream: {
    readonly callsAMonth: number;
    /** If each buyer were asked for at each tick: calls, and what the use would cost. */
    readonly eachCallsAMonth: number;
    readonly eachUsd: number;
  };
  readonly day: {
    readonly buyersPolled: number;
    readonly newSignals: number;
    readonly digestsDelivered: number;
    /** Of 24 for each of so many metrics: the hours in which one was sent. */
    readonly metricHours: number;
    readonly metricNames: number;
  };
  readonly problems: readonly string[];
}

export interface CostSettings extends Omit<CountOptions, 'config' | 'hours' | 'onHour'> {
  /** Whose routes, hot rules and secrets these are. */
  readonly config: string;
}

export interface FunctionCost {
  readonly name: PipelineFunction;
  readonly invocations: number;
  /** Billed, cold starts included. */
  readonly averageMs: number;
  readonly memoryMb: number;
  readonly gigabyteSeconds: number;
  readonly coldStarts: number;
  readonly usd: number;
}

export function reportCost(
  day: CountedDay,
  settings: CostSettings,
  config: CountOptions['config'],
): CostReport {
  const lines = priceMonth(day, config);
  const sum = (part: CostLine['part']) => sumOf(lines.filter((line) => line.part === part));
  const [use, minutes, standing] = [sum('use'), sum('minutes'), sum('standing')];
  const fixed = minutes + standing;
  const all = noUsage();
  for (const usage of Object.values(day.functions)) addUsage(all, usage);
  const ticksADay = 86_400_000 / parseDuration(settings.every);
  const polling = noUsage();
  for (const name of ['plan-polls', 'poll-signals'] as const)
    addUsage(polling, day.functions[name] ?? noUsage());
  const each = sumOf(priceUsage('use', day.everyone)) * ticksADay;
  const { buyersPolled, newSignals, digestsDelivered, metricHours } = day;
  return {
    settings,
    lines,
    sums: { use, minutes, standing, fixed, total: use + fixed },
    functions: Object.entries(day.functions).map(([name, usage]) => costOf(name as PipelineFunction, usage)),
    upstream: {
      callsAMonth: all.upstreamCalls * daysPerMonth,
      eachCallsAMonth: day.everyone.upstreamCalls * ticksADay * daysPerMonth,
      eachUsd: use - sumOf(priceUsage('use', polling)) + each,
    },
    day: {
      buyersPolled,
      newSignals,
      digestsDelivered,
      metricHours,
      metricNames: Object.keys(metricNames).length,
    },
    problems: day.problems,
  };
}

function costOf(name: PipelineFunction, usage: Readonly<Usage>): FunctionCost {
  const duration = priceUsage('use', usage).filter(({ service }) => service === 'Lambda');
  return {
    name,
    invocations: usage.invocations * daysPerMonth,
    averageMs: Math.round(usage.milliseconds / Math.max(1, usage.invocations)),
    memoryMb: functions[name].memoryMb,
    gigabyteSeconds: usage.gigabyteSeconds * daysPerMonth,
    coldStarts: usage.coldStarts * daysPerMonth,
    usd: sumOf(duration),
  };
}

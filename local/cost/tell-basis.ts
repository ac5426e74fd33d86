import { assumptions, daysPerMonth } from './assumptions.ts';
import type { CostReport } from './cost-report.ts';
import { tellCount } from './tell-figures.ts';

/** What was counted and what was assumed, a sentence each. */
export function tellBasis({ settings, day, problems }: CostReport): string[] {
  const { waits } = assumptions;
  const sentHours = (100 * day.metricHours) / (24 * day.metricNames);
  return [
    ...problems.map((problem) => `NOT TO BE RELIED ON: while it was counted, this failed: ${problem}`),
    `Counted: one day of the real functions on this machine, against a sandbox (${tellCount(day.buyersPolled)} lists read, ` +
      `${tellCount(day.newSignals)} new signals, ${tellCount(day.digestsDelivered)} messages delivered), times ` +
      `${daysPerMonth.toFixed(1)}. It is a Monday: what comes on weekdays or once a week counts each day.`,
    `Assumed: an answer of the API takes ${settings.latencyMs} ms (--latency), of DynamoDB ${waits.table} ms (a ` +
      `transaction ${waits.transaction}), of SQS ${waits.queue}, of Secrets Manager ${waits.secret}, ` +
      `of a destination ${waits.destination}. Durations are these waits plus CPU.`,
    `Assumed: CPU as on this machine and ${assumptions.awsCallCpu / 1000} ms more for each call of AWS, on as much of a ` +
      `core as the memory brings (a whole one at ${tellCount(assumptions.wholeCoreMb)} MB).`,
    `Assumed: an instance is gone after ${assumptions.idleMs / 60_000} idle minutes; a cold start is billed as ` +
      `${assumptions.coldStartMs} ms; a log line counts ${assumptions.logEventBytes} bytes more than it has.`,
    'Assumed: signals come evenly over the day, and the service touches one more row for each. One that touches ' +
      'all rows each night makes everyone due then. Routes are counted without their "bridges" and "buyers".',
    `Empty queues: ${assumptions.pollers} pollers for each, waiting ${assumptions.longPollSeconds} s each. Where little comes Lambda ` +
      'goes down to 2, but not with a maximum concurrency, which these queues have.',
    `Metrics: all ${day.metricNames} at their full price. CloudWatch bills the hours in which one is sent, here ` +
      `${sentHours.toFixed(0)} % of them.`,
    'Left out: the dashboard (the first three of an account are free), SNS, mail and what leaves AWS (next to nothing).',
  ];
}

import { describe, expect, it } from 'vitest';
import { daysPerMonth } from '../../../cli/cost/assumptions.ts';
import { reportCost } from '../../../cli/cost/cost-report.ts';
import { exampleConfig } from '../../../cli/cost/example-config.ts';
import { queues } from '../../../functions/wiring.ts';
import { listAlarms, tellingAlarms } from '../../../shared/alarms/list-alarms.ts';
import { metricNames } from '../../../shared/domain/metric-names.ts';
import { busyDay, dayWith, invocation, settings } from './counted.ts';

const report = (day = dayWith({}), config = exampleConfig()) => reportCost(day, settings, config);
const linesOf = (part: string, day = dayWith({}), config = exampleConfig()) =>
  report(day, config).lines.filter((line) => line.part === part);

describe('the price of a month', () => {
  it('is a day’s units at their price, as often as a month has days', () => {
    const invocations = [
      invocation('deliver-digest', { writeUnits: 400_000, secretReads: 10_000 }),
      invocation('deliver-digest', { writeUnits: 600_000 }),
    ];

    const { lines, sums } = report(dayWith({ invocations }));

    const used = lines.filter(({ part }) => part === 'use');
    expect(used.map(({ service, what, count }) => [service, what, count])).toEqual([
      ['DynamoDB', 'write units', 1_000_000 * daysPerMonth],
      ['Secrets Manager', 'reads', 10_000 * daysPerMonth],
    ]);
    expect(sums.use).toBeCloseTo((0.625 + 0.05) * daysPerMonth, 6);
  });

  it('has no line for an unused service', () => {
    expect(linesOf('use')).toEqual([]);
    expect(linesOf('minutes')).toEqual([]);
  });

  it('separates use from schedules that found no work', () => {
    const scheduled = { schedules: 1_000_000, invocations: 1_000_000 };
    const invocations = [
      invocation('compose-digests', { ...scheduled, readUnits: 1 }),
      invocation('compose-digests', { schedules: 1, queueRequests: 1 }),
      invocation('compose-digests', { schedules: 2, writeUnits: 1 }),
    ];
    const day = dayWith({ invocations });

    const schedules = ['use', 'minutes'].map(
      (part) => linesOf(part, day).find(({ price }) => price === 'schedulerInvocations')?.count,
    );
    expect(schedules).toEqual([3 * daysPerMonth, 1_000_000 * daysPerMonth]);
    expect(linesOf('minutes', day).map(({ price, usd }) => [price, usd / daysPerMonth])).toEqual([
      ['lambdaRequests', expect.closeTo(0.2)],
      ['dynamoDbReads', expect.closeTo(0)],
      ['schedulerInvocations', expect.closeTo(1)],
    ]);
  });

  it('counts a message without any work as use', () => {
    const invocations = [invocation('deliver-digest', { queueRequests: 2, invocations: 1 })];

    expect(linesOf('minutes', dayWith({ invocations }))).toEqual([]);
  });

  it('prices what is kept once, and not for each day', () => {
    const kept = linesOf('use', dayWith({ tableBytes: 2e9 }));

    expect(kept.map(({ what, usd }) => [what, usd])).toEqual([
      ['kept, GB', 0.5],
      ['kept for recovery, GB', 0.4],
    ]);
  });

  it('names the fixed costs: metrics, alarms, secrets, and the pollers of the queues', () => {
    expect(Object.fromEntries(linesOf('standing').map(({ price, count }) => [price, count]))).toEqual({
      metrics: Object.keys(metricNames).length,
      alarms: listAlarms(exampleConfig(), queues).length,
      secrets: 3,
      // Four queues, five pollers each, three receives a minute.
      sqsRequests: 4 * 5 * 3 * 60 * 24 * daysPerMonth,
    });
  });

  it('counts the alarms and the secret of alarm messages if they are configured', () => {
    const to = { type: 'slack', webhookUrl: { secret: 'OPS' } } as const;
    const config = { ...exampleConfig(), alarms: { to, quietAfter: '2 days' } };

    const counts = new Map(
      linesOf('standing', dayWith({}), config).map(({ price, count }) => [price, count]),
    );
    expect(counts.get('alarms')).toBe(listAlarms(config, queues).length + tellingAlarms.length);
    expect(counts.get('secrets')).toBe(4);
  });

  it('adds lines up to their sums, and the sums to the total', () => {
    const { lines, sums } = report(busyDay);
    const of = (...parts: readonly string[]) =>
      lines.filter(({ part }) => parts.includes(part)).reduce((sum, { usd }) => sum + usd, 0);

    expect(sums.use).toBeCloseTo(of('use'), 9);
    expect(sums.minutes).toBeGreaterThan(0);
    expect(sums.fixed).toBeCloseTo(of('minutes', 'standing'), 9);
    expect(sums.total).toBeCloseTo(of('use', 'minutes', 'standing'), 9);
  });

  it('takes each unit of the free tier off once, in the order of the lines', () => {
    const monthly = (millions: number) => (millions * 1e6) / daysPerMonth;
    const invocations = [invocation('deliver-digest', { queueRequests: monthly(0.25) })];
    const { lines, sums, sumsAfterFreeTier } = report(dayWith({ invocations }));

    const [used, standing] = lines.filter(({ price }) => price === 'sqsRequests');
    expect(used?.usd).toBeCloseTo(0.25 * 0.4, 6);
    expect(used?.usdAfterFreeTier).toBe(0);
    expect(standing?.usdAfterFreeTier).toBeCloseTo((standing?.usd ?? 0) - 0.75 * 0.4, 6);
    expect(sumsAfterFreeTier.use).toBe(0);
    expect(sumsAfterFreeTier.total).toBeLessThan(sums.total);
  });

  it('has a line for each function', () => {
    expect(
      report(busyDay).functions.map(({ name, invocations, averageMs }) => [name, invocations, averageMs]),
    ).toEqual([
      ['poll-signals', 100 * daysPerMonth, 1500],
      ['compose-digests', 2880 * daysPerMonth, 0],
    ]);
  });

  it('compares with polling each buyer at each of 96 ticks a day', () => {
    const { upstream } = report(busyDay);

    expect(upstream.eachCallsAMonth / upstream.callsAMonth).toBeCloseTo((96 * 1000) / 4000, 9);
    // 96,000 write units a day instead of the 10,000 and the invocations of the polls.
    expect(upstream.eachUsd).toBeCloseTo((96_000 * 0.625 * (365 / 12)) / 1e6, 6);
  });
});

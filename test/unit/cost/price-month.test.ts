import { describe, expect, it } from 'vitest';
import { queues } from '../../../functions/wiring.ts';
import { daysPerMonth } from '../../../local/cost/assumptions.ts';
import { exampleConfig } from '../../../local/cost/example-config.ts';
import { priceMonth, priceUsage, sumOf } from '../../../local/cost/price-month.ts';
import { tellCount, tellPrice } from '../../../local/cost/tell-figures.ts';
import { noUsage } from '../../../local/cost/usage.ts';
import { listAlarms } from '../../../shared/alarms/list-alarms.ts';
import { tellingAlarms } from '../../../shared/alarms/telling-alarms.ts';
import { metricNames } from '../../../shared/runtime/metric-names.ts';

const nothing = { use: noUsage(), idleMinutes: noUsage(), tableBytes: 0 };

describe('the price of a month', () => {
  it('is a day’s units at their price, as often as a month has days', () => {
    const usage = { ...noUsage(), writeUnits: 1_000_000, secretReads: 10_000 };

    const lines = priceUsage('use', usage);

    expect(lines.map(({ service, what, count }) => [service, what, count])).toEqual([
      ['DynamoDB', 'write units', 1_000_000 * daysPerMonth],
      ['Secrets Manager', 'reads', 10_000 * daysPerMonth],
    ]);
    expect(sumOf(lines)).toBeCloseTo((0.625 + 0.05) * daysPerMonth, 6);
  });

  it('has no line for an unused service', () => {
    expect(priceUsage('use', noUsage())).toEqual([]);
  });

  it('separates use from idle minutes', () => {
    const day = {
      ...nothing,
      use: { ...noUsage(), invocations: 2_000_000 },
      idleMinutes: { ...noUsage(), schedules: 1_000_000 },
    };

    const lines = priceMonth(day, exampleConfig()).filter(({ part }) => part !== 'standing');

    expect(lines.map(({ part, service, usd }) => [part, service, usd / daysPerMonth])).toEqual([
      ['use', 'Lambda', expect.closeTo(0.4)],
      ['minutes', 'Scheduler', expect.closeTo(1)],
    ]);
  });

  it('prices what is kept once, and not for each day', () => {
    const lines = priceMonth({ ...nothing, tableBytes: 2e9 }, exampleConfig());

    const kept = lines.filter(({ part }) => part === 'use');
    expect(kept.map(({ what, usd }) => [what, usd])).toEqual([
      ['kept, GB', 0.5],
      ['kept for recovery, GB', 0.4],
    ]);
  });

  it('names the fixed costs: metrics, alarms, secrets, and the pollers of the queues', () => {
    const standing = priceMonth(nothing, exampleConfig());

    expect(Object.fromEntries(standing.map(({ price, count }) => [price, count]))).toEqual({
      metrics: Object.keys(metricNames).length,
      alarms: listAlarms(exampleConfig(), queues).length,
      secrets: 3,
      // Three queues, five pollers each, three receives a minute.
      sqsRequests: 3 * 5 * 3 * 60 * 24 * daysPerMonth,
    });
  });

  it('counts the alarms and the secret of alarm messages if they are configured', () => {
    const to = { type: 'slack', webhookUrl: { secret: 'OPS' } } as const;

    const standing = priceMonth(nothing, { ...exampleConfig(), alarms: { to, quietAfter: '2 days' } });

    const counts = new Map(standing.map(({ price, count }) => [price, count]));
    expect(counts.get('alarms')).toBe(listAlarms(exampleConfig(), queues).length + tellingAlarms.length);
    expect(counts.get('secrets')).toBe(4);
  });
});

describe('figures for people', () => {
  it.each([
    ['lambdaRequests', '$0.20 per 1M requests'],
    ['lambdaDuration', '$0.0000133334 per GB-second'],
    ['dynamoDbWrites', '$0.625 per 1M write units'],
    ['secretReads', '$0.05 per 10K calls *'],
    ['logsIngested', '$0.50 per GB taken in *'],
    ['metrics', '$0.30 per metric-month *'],
  ] as const)('tell the price of %s as %s', (name, text) => {
    expect(tellPrice(name)).toBe(text);
  });

  it('round a count to what can be read', () => {
    expect([1_971_000.4, 123.4, 60.83, 19, 0.0031].map(tellCount)).toEqual([
      '1,971,000',
      '123',
      '60.8',
      '19',
      '0.003',
    ]);
  });
});

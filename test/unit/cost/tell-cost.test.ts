import { describe, expect, it } from 'vitest';
import { assumptions } from '../../../cli/cost/assumptions.ts';
import { reportCost } from '../../../cli/cost/cost-report.ts';
import { exampleConfig } from '../../../cli/cost/example-config.ts';
import { tellCost, tellCount, tellPrice } from '../../../cli/cost/tell-cost.ts';
import { pricesAsOf } from '../../../shared/cost/prices.ts';
import { busyDay, settings } from './counted.ts';

const tell = (day = busyDay) => tellCost(reportCost(day, settings, exampleConfig()));

describe('the report of a month', () => {
  it('says what was counted beside what it costs, and of which day the prices are', () => {
    const text = tell().join('\n');

    expect(text).toContain('1,000 buyers, a tick each 15 minutes, 40 new signals a day');
    expect(text).toContain(`at prices of ${pricesAsOf}`);
    expect(text).toMatch(/DynamoDB +write units +304,167 {2}\$0\.625 per 1M write units +0\.19\n/);
    expect(text).toMatch(/poll-signals +3,042 +1,500 +512/);
  });

  it('says what CPU it assumes of each function', () => {
    const text = tell().join('\n');

    for (const [name, ms] of Object.entries(assumptions.invocationCpuMs)) {
      expect(text).toContain(`${name} ${ms} ms`);
    }
    expect(text).toContain(`${assumptions.awsCallCpuMs} ms more for each call of AWS`);
  });

  it('marks prices from memory, and tells the doubts of those that were used', () => {
    const lines = tell();

    expect(lines.find((line) => line.includes('alarms  '))).toContain('$0.10 per alarm-month *');
    expect(lines.find((line) => line.includes('duration'))).not.toContain('*');
    expect(lines.join('\n')).toContain(
      '- write units of 1 KB, on demand: a write in a transaction takes two',
    );
    expect(lines.join('\n')).not.toContain('dashboard-months');
  });

  it('is aligned, whatever the figures', () => {
    const rows = tell().filter((line) => /\$[\d.]+ per /.test(line));

    expect(rows.length).toBeGreaterThan(8);
    expect(new Set(rows.map((line) => line.length)).size).toBe(1);
  });

  it('says first that it is not to be relied on where something failed', () => {
    const lines = tell({ ...busyDay, problems: ['poll-failed: the service answered 500'] });

    const basis = lines.slice(lines.indexOf('What this rests on') + 1);
    expect(basis[0]).toMatch(/^- NOT TO BE RELIED ON: .*the service answered 500/);
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

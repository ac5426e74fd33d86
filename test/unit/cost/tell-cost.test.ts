import { describe, expect, it } from 'vitest';
import { reportCost } from '../../../local/cost/cost-report.ts';
import type { CountedDay } from '../../../local/cost/count-day.ts';
import { exampleConfig } from '../../../local/cost/example-config.ts';
import { tellCost } from '../../../local/cost/tell-cost.ts';
import { noUsage } from '../../../local/cost/usage.ts';
import { pricesAsOf } from '../../../shared/cost/prices.ts';

const settings = { buyers: 1000, every: '15 minutes', arrivals: 40, latencyMs: 300, config: 'x.json' };

function dayWith(more: Partial<CountedDay> = {}): CountedDay {
  const polling = { ...noUsage(), invocations: 100, milliseconds: 150_000, gigabyteSeconds: 75 };
  const use = { ...polling, upstreamCalls: 4000, writeUnits: 10_000 };
  return {
    use,
    idleMinutes: { ...noUsage(), schedules: 2880, invocations: 2880 },
    functions: { 'poll-signals': use },
    buyersPolled: 3500,
    newSignals: 40,
    digestsDelivered: 20,
    metricHours: 144,
    everyone: { ...noUsage(), upstreamCalls: 1000, writeUnits: 1000 },
    tableBytes: 0,
    posts: 20,
    calls: { made: 0, answered: 0 },
    problems: [],
    ...more,
  };
}

const tell = (day: CountedDay) => tellCost(reportCost(day, settings, exampleConfig()));

describe('the report of a month', () => {
  it('adds up: the lines to their sums, and those to the whole', () => {
    const { lines, sums } = reportCost(dayWith(), settings, exampleConfig());
    const of = (...parts: readonly string[]) =>
      lines.filter(({ part }) => parts.includes(part)).reduce((sum, { usd }) => sum + usd, 0);

    expect(sums.use).toBeCloseTo(of('use'), 9);
    expect(sums.fixed).toBeCloseTo(of('minutes', 'standing'), 9);
    expect(sums.total).toBeCloseTo(of('use', 'minutes', 'standing'), 9);
  });

  it('compares with asking for each buyer at each of 96 ticks a day', () => {
    const { upstream } = reportCost(dayWith(), settings, exampleConfig());

    expect(upstream.eachCallsAMonth / upstream.callsAMonth).toBeCloseTo((96 * 1000) / 4000, 9);
    // 96,000 write units a day instead of the 10,000 and the invocations of the polls.
    expect(upstream.eachUsd).toBeCloseTo((96_000 * 0.625 * (365 / 12)) / 1e6, 6);
  });

  it('says what was counted beside what it costs, and of which day the prices are', () => {
    const text = tell(dayWith()).join('\n');

    expect(text).toContain('1,000 buyers, a tick each 15 minutes, 40 new signals a day');
    expect(text).toContain(`at prices of ${pricesAsOf}`);
    expect(text).toMatch(/DynamoDB +write units +304,167 {2}\$0\.625 per 1M write units +0\.19\n/);
    expect(text).toMatch(/poll-signals +3,042 +1,500 +512/);
  });

  it('marks prices from memory, and tells the doubts of those that were used', () => {
    const lines = tell(dayWith());

    expect(lines.find((line) => line.includes('alarms  '))).toContain('$0.10 per alarm-month *');
    expect(lines.find((line) => line.includes('duration'))).not.toContain('*');
    expect(lines.join('\n')).toContain(
      '- write units of 1 KB, on demand: a write in a transaction takes two',
    );
    expect(lines.join('\n')).not.toContain('dashboard-months');
  });

  it('is aligned, whatever the figures', () => {
    const rows = tell(dayWith()).filter((line) => /\$[\d.]+ per /.test(line));

    expect(rows.length).toBeGreaterThan(8);
    expect(new Set(rows.map((line) => line.length)).size).toBe(1);
  });

  it('says first that it is not to be relied on where something failed', () => {
    const lines = tell(dayWith({ problems: ['poll-failed: the service answered 500'] }));

    const basis = lines.slice(lines.indexOf('What this rests on') + 1);
    expect(basis[0]).toMatch(/^- NOT TO BE RELIED ON: .*the service answered 500/);
  });
});

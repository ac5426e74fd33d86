import { describe, expect, it } from 'vitest';
import { type CostReport, reportCost } from '../../../cli/cost/cost-report.ts';
import { exampleConfig } from '../../../cli/cost/example-config.ts';
import { extrapolate } from '../../../cli/cost/extrapolate.ts';
import { busyDay, settings } from './counted.ts';

/** A day in which each invocation of the busy day comes once for each hundred buyers. */
const reportOf = (buyers: number, problems: readonly string[] = []): CostReport => {
  const times = buyers / 100;
  const invocations = Array.from({ length: times }, () => busyDay.invocations).flat();
  const day = { ...busyDay, invocations, tableBytes: busyDay.tableBytes * times, problems };
  return reportCost(day, { ...settings, buyers, arrivals: buyers / 25 }, exampleConfig());
};

describe('a size that is calculated from two that were counted', () => {
  const [small, large] = [reportOf(100), reportOf(1_000)];
  const calculated = extrapolate(small, large, { buyers: 5_000, arrivals: 200 });
  const counted = reportOf(5_000);

  it('costs what a count would say, where all grows evenly with the buyers', () => {
    expect(calculated.settings).toEqual(counted.settings);
    expect(calculated.sums.total).toBeCloseTo(counted.sums.total);
    expect(calculated.sumsAfterFreeTier.total).toBeCloseTo(counted.sumsAfterFreeTier.total);
    for (const [index, line] of counted.lines.entries()) {
      expect(calculated.lines[index]).toMatchObject({ service: line.service, what: line.what });
      expect(calculated.lines[index]?.count).toBeCloseTo(line.count, 3);
    }
    expect(calculated.upstream.callsAMonth).toBeCloseTo(counted.upstream.callsAMonth, 3);
  });

  it('says which counts it comes from, and what failed in them', () => {
    expect(calculated.calculatedFrom).toEqual([100, 1_000]);
    const failed = extrapolate(small, reportOf(1_000, ['it failed']), { buyers: 5_000, arrivals: 200 });
    expect(failed.problems).toEqual(['it failed']);
  });

  it('has no count below 0', () => {
    const { lines } = extrapolate(large, small, { buyers: 100_000, arrivals: 4_000 });
    for (const { count, usd } of lines) expect(Math.min(count, usd)).toBeGreaterThanOrEqual(0);
  });
});

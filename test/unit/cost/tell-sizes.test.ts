import { describe, expect, it } from 'vitest';
import { reportCost } from '../../../cli/cost/cost-report.ts';
import { exampleConfig } from '../../../cli/cost/example-config.ts';
import { tellSizes } from '../../../cli/cost/tell-sizes.ts';
import { busyDay, settings } from './counted.ts';

const reportOf = (buyers: number, day = busyDay) =>
  reportCost(day, { ...settings, buyers, arrivals: buyers / 25 }, exampleConfig());
const cellsOf = (lines: readonly string[], what: string) =>
  lines
    .find((line) => line.trimStart().startsWith(what))
    ?.slice(what.length + 2)
    .trim()
    .split(/ +/);

describe('the table of several numbers of buyers', () => {
  it('has a column for each, list prices and what the free tier leaves', () => {
    const lines = tellSizes([reportOf(1_000), reportOf(10_000)]);

    expect(cellsOf(lines, 'buyers')).toEqual(['1,000', '10,000']);
    expect(cellsOf(lines, 'new signals a day')).toEqual(['40', '400']);
    // Writes on demand are not free; 100 invocations a day and their 75 GB-seconds are.
    expect(cellsOf(lines, 'DynamoDB')).toEqual(['0.19', '0.19', '0.19', '0.19']);
    expect(cellsOf(lines, 'Lambda')).toEqual(['0.03', '0.00', '0.03', '0.00']);
  });

  it('ends in the total of each column', () => {
    const report = reportOf(1_000);
    const { sums, sumsAfterFreeTier } = report;

    expect(cellsOf(tellSizes([report]), 'total')).toEqual([
      sums.total.toFixed(2),
      sumsAfterFreeTier.total.toFixed(2),
    ]);
  });

  it('names what failed while a column was counted', () => {
    const lines = tellSizes([
      reportOf(100),
      reportOf(1_000, { ...busyDay, problems: ['the service answered 500'] }),
    ]);

    expect(lines.filter((line) => line.includes('NOT TO BE RELIED ON'))).toEqual([
      '1,000 buyers: NOT TO BE RELIED ON: this failed: the service answered 500',
    ]);
  });
});

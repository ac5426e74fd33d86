import { describe, expect, it } from 'vitest';
import { medianOf } from '../../bench/figure.ts';
import { mergeReports, type ReportedFigure } from '../../bench/report/report.ts';
import { tellTable } from '../../bench/report/tell-table.ts';

const figure = (changes: Partial<ReportedFigure> = {}): ReportedFigure => ({
  id: 'run-once/first',
  what: 'a run',
  unit: '×',
  goal: { is: 'at most', value: 1.9 },
  samples: [3, 1, 2],
  bench: 'run-once',
  on: '2026-11-22',
  machine: '2 cores',
  ...changes,
});

it('the median is that of the values in their order, whatever their number', () => {
  expect([[30, 4, 5], [4, 1, 2, 3], [5]].map(medianOf)).toEqual([5, 2.5, 5]);
});

describe('the table', () => {
  const report = {
    figures: [
      figure(),
      figure({ what: 'a count', unit: '', goal: { is: 'at least', value: 2 }, samples: [7], counted: true }),
    ],
  };

  it('shows the median and the spread beside the goal', () => {
    expect(tellTable(report)).toEqual([
      '        figure   goal     median  least to most  runs',
      'MISSED  a run    ≤ 1.9 ×  2 ×     1 × to 3 ×     3',
      'met     a count  ≥ 2      7                      counted',
    ]);
  });
});

describe('a report', () => {
  it('takes the benchmarks that were measured again, and keeps the others', () => {
    const before = {
      figures: [figure(), figure({ id: 'digest/cpu', bench: 'digest' })],
    };
    const again = figure({ id: 'run-once/quiet' });

    const merged = mergeReports(before, { figures: [again] });

    expect(merged.figures.map(({ id }) => id)).toEqual(['digest/cpu', 'run-once/quiet']);
  });
});

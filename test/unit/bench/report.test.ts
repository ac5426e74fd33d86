import { describe, expect, it } from 'vitest';
import { isMet, medianOf } from '../../bench/figure.ts';
import { mergeReports, type ReportedFigure } from '../../bench/report/report.ts';
import { tellTable, tellValue } from '../../bench/report/tell-table.ts';

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

describe('a figure', () => {
  it('has the median of its runs, whatever their order and number', () => {
    expect([[3, 1, 2], [4, 1, 2, 3], [5]].map(medianOf)).toEqual([2, 2.5, 5]);
  });

  it('meets its goal at the goal itself, and is not judged without a goal', () => {
    const atMost = { is: 'at most', value: 2 } as const;
    const atLeast = { is: 'at least', value: 2 } as const;

    expect(isMet({ goal: atMost, samples: [2] })).toBe(true);
    expect(isMet({ goal: atMost, samples: [2.01] })).toBe(false);
    expect(isMet({ goal: atLeast, samples: [2] })).toBe(true);
    expect(isMet({ goal: atLeast, samples: [1.99] })).toBe(false);
    expect(isMet({ goal: null, samples: [2] })).toBeNull();
  });

  it.each([
    [1234.5, 'MB', '1,235 MB'],
    [16.54, 's', '16.5 s'],
    [1.234, '×', '1.23 ×'],
    [0.7249, '$', '$0.72'],
    [96, '', '96'],
  ])('is told with three digits: %d %s', (value, unit, told) => {
    expect(tellValue(value, unit)).toBe(told);
  });
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

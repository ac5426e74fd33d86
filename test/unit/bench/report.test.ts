import { describe, expect, it } from 'vitest';
import { isMet, medianOf } from '../../bench/figure.ts';
import { drawComparison } from '../../bench/report/comparison-plot.ts';
import { drawGrowth } from '../../bench/report/growth-plot.ts';
import { mergeReports, type ReportedFigure } from '../../bench/report/report.ts';
import { tellMarkdown, tellTable, tellValue } from '../../bench/report/tell-table.ts';

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
    series: [],
  };

  it('shows the median and the spread beside the goal', () => {
    expect(tellTable(report)).toEqual([
      '        figure   goal     median  least to most  runs',
      'MISSED  a run    ≤ 1.9 ×  2 ×     1 × to 3 ×     3',
      'met     a count  ≥ 2      7                      counted',
    ]);
  });

  it('has the same cells on a page', () => {
    expect(tellMarkdown(report).slice(2)).toEqual([
      '| a run | ≤ 1.9 × | 2 × | 1 × to 3 × | 3 | MISSED |',
      '| a count | ≥ 2 | 7 |  | counted | met |',
    ]);
  });
});

describe('a report', () => {
  it('takes the benchmarks that were measured again, and keeps the others', () => {
    const before = {
      figures: [figure(), figure({ id: 'digest/cpu', bench: 'digest' })],
      series: [{ what: 'time', unit: 's', points: [], bench: 'growth' }],
    };
    const again = figure({ id: 'run-once/quiet' });

    const merged = mergeReports(before, { figures: [again], series: [] });

    expect(merged.figures.map(({ id }) => id)).toEqual(['digest/cpu', 'run-once/quiet']);
    expect(merged.series).toEqual(before.series);
  });
});

describe('the plots', () => {
  it('label each line of growth with its first and its last value', () => {
    const points = [
      { buyers: 100, samples: [1, 2, 3] },
      { buyers: 1_000, samples: [20] },
    ];
    const plot = drawGrowth([{ what: 'time', unit: 's', points }]);

    expect(plot).toContain('time: 2 s to 20 s');
    expect(plot).toContain('times that of 100');
  });

  it('sort the tools by their time, ours among them where it was measured', () => {
    const plot = drawComparison([figure({ samples: [2] })]);

    expect([...plot.matchAll(/text-anchor="end"[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual([
      'bare node:http loop',
      'Node-RED 5.0, all calls at once',
      'run --once, 500 new',
      'n8n 1.123, nothing new',
      'n8n 1.123, 500 new',
    ]);
  });
});

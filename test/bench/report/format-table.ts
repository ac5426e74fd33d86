import { type Goal, isMet, medianOf } from './figure.ts';
import type { Report, ReportedFigure } from './report.ts';

const headings = ['', 'figure', 'goal', 'median', 'least to most', 'runs'] as const;

/** For a terminal. */
export function formatTable(report: Report): string[] {
  const rows = [headings, ...report.figures.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** The same for a page. */
export function describeMarkdown({ figures }: Report): string[] {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const [, ...shown] = headings;
  return [
    row([...shown, '']),
    row([...shown, ''].map(() => '---')),
    ...figures.map((figure) => {
      const [verdict = '', ...cells] = cellsOf(figure);
      return row([...cells, verdict]);
    }),
  ];
}

function cellsOf(figure: ReportedFigure): string[] {
  const { what, goal, unit, samples, counted } = figure;
  const least = formatValue(Math.min(...samples), unit);
  const most = formatValue(Math.max(...samples), unit);
  return [
    { true: 'met', false: 'MISSED', null: '' }[`${isMet(figure)}`],
    what,
    describeGoal(goal, unit),
    formatValue(medianOf(samples), unit),
    samples.length === 1 ? '' : `${least} to ${most}`,
    counted ? 'counted' : String(samples.length),
  ];
}

function describeGoal(goal: Goal | null, unit: string): string {
  return goal === null ? '' : `${goal.is === 'at most' ? '≤' : '≥'} ${formatValue(goal.value, unit)}`;
}

/** Three digits, more where the whole number has more. */
function formatValue(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString('en-US', { maximumFractionDigits: digits });
  if (unit === '$') return `$${value.toFixed(2)}`;
  return unit === '' ? number : `${number} ${unit}`;
}

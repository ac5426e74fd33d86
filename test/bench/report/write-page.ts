import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMet } from './figure.ts';
import { describeMarkdown } from './format-table.ts';
import { mergeReports, type Report, type ReportedFigure } from './report.ts';

const docs = new URL('../../../docs/', import.meta.url);
const reportFile = new URL('performance.json', docs);
const pageFile = new URL('performance.md', docs);
const begin = '<!-- figures, written by npm run bench -- --write: begin -->';
const end = '<!-- figures: end -->';

/** The benchmarks by which an operator chooses a tool or a size. The others guard the code against slow changes. */
export const shownBenches: readonly string[] = [
  'day',
  'far-service',
  'functions',
  'growth',
  'limiter',
  'owners',
  'run-once',
  'table-requests',
];

/** The figures that the page shows; null before there were any. */
function readReport(): Report | null {
  return existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, 'utf8')) as Report) : null;
}

/** Puts the figures into the page: those of these benchmarks in place of older ones. */
export function writePage(measured: Report): void {
  const report = mergeReports(readReport(), measured);
  writeFileSync(reportFile, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(pageFile, pageOf(report));
}

/** The page with the figures of a report. */
export function pageOf(report: Report): string {
  const [before, rest] = readFileSync(pageFile, 'utf8').split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`docs/performance.md lacks ${begin} or ${end}`);
  return `${before}${[begin, '', ...describeFigures(report), '', end].join('\n')}${after}`;
}

function describeFigures(report: Report): string[] {
  const shown = { figures: report.figures.filter(isShown) };
  return [...describeMarkdown(shown), '', ...describeOrigins(shown)];
}

/** A figure without a goal is kept in performance.json only. One that misses its goal is shown, whatever its benchmark. */
function isShown(figure: ReportedFigure): boolean {
  const verdict = isMet(figure);
  return verdict === false || (verdict === true && shownBenches.includes(figure.bench));
}

function describeOrigins({ figures }: Report): string[] {
  const origins = Map.groupBy(figures, ({ on, machine }) => `Measured on ${on}, ${machine}`);
  return [...origins].map(([origin, measured]) => {
    const benches = [...new Set(measured.map(({ bench }) => `\`${bench}\``))];
    return `${origin}: ${benches.join(', ')}.`;
  });
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMet, medianOf } from './figure.ts';
import { mergeReports, type Report } from './report.ts';
import { tellGoal, tellMarkdown, tellValue } from './tell-table.ts';

const docs = new URL('../../../docs/', import.meta.url);
const reportFile = new URL('performance.json', docs);
const pageFile = new URL('performance.md', docs);
/** What the page says of a report, by the name in the markers around it. */
const parts = { figures: tellFigures, misses: tellMisses };

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
  return Object.entries(parts).reduce(
    (page, [part, tell]) => {
      const begin = `<!-- ${part}, written by npm run bench -- --write: begin -->`;
      const end = `<!-- ${part}: end -->`;
      const [before, rest] = page.split(begin);
      const [, after] = rest?.split(end) ?? [];
      if (before === undefined || after === undefined)
        throw new Error(`docs/performance.md lacks ${begin} or ${end}`);
      return `${before}${[begin, '', ...tell(report), '', end].join('\n')}${after}`;
    },
    readFileSync(pageFile, 'utf8'),
  );
}

function tellMisses({ figures }: Report): string[] {
  const missed = figures.filter((figure) => isMet(figure) === false);
  if (missed.length === 0) return ['Every figure meets its goal.'];
  return missed.map(
    ({ what, goal, samples, unit }) =>
      `- ${what}: ${tellValue(medianOf(samples), unit)}, not ${tellGoal(goal, unit)}`,
  );
}

function tellFigures(report: Report): string[] {
  return [...tellMarkdown(report), '', ...tellOrigins(report)];
}

function tellOrigins({ figures }: Report): string[] {
  const origins = Map.groupBy(figures, ({ on, machine }) => `Measured on ${on}, ${machine}`);
  return [...origins].map(([origin, measured]) => {
    const benches = [...new Set(measured.map(({ bench }) => `\`${bench}\``))];
    return `${origin}: ${benches.join(', ')}.`;
  });
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mergeReports, type Report } from './report.ts';
import { tellMarkdown } from './tell-table.ts';

const docs = new URL('../../../docs/', import.meta.url);
const reportFile = new URL('performance.json', docs);
const pageFile = new URL('performance.md', docs);
const begin = '<!-- Written by npm run bench -- --write: begin -->';
const end = '<!-- end -->';

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
  const page = readFileSync(pageFile, 'utf8');
  const [before, rest] = page.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`docs/performance.md lacks ${begin} or ${end}`);
  const generated = [begin, '', ...tellMarkdown(report), '', ...tellOrigins(report), '', end];
  return `${before}${generated.join('\n')}${after}`;
}

function tellOrigins({ figures }: Report): string[] {
  const origins = Map.groupBy(figures, ({ on, machine }) => `Measured on ${on}, ${machine}`);
  return [...origins].map(([origin, measured]) => {
    const benches = [...new Set(measured.map(({ bench }) => `\`${bench}\``))];
    return `${origin}: ${benches.join(', ')}.`;
  });
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { drawComparison } from './comparison-plot.ts';
import { drawGrowth } from './growth-plot.ts';
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
  for (const [path, content] of Object.entries(filesOf(report))) writeFileSync(new URL(path, docs), content);
}

/** The files of `docs` that show a report, by their paths there. */
export function filesOf(report: Report): Readonly<Record<string, string>> {
  const page = readFileSync(pageFile, 'utf8');
  const [before, rest] = page.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`docs/performance.md lacks ${begin} or ${end}`);
  const plots = plotsOf(report);
  const generated = [
    begin,
    '',
    ...tellMarkdown(report),
    '',
    ...tellOrigins(report),
    ...plots.flatMap(({ path, caption }) => ['', `![${caption}](${path})`]),
    '',
    end,
  ];
  return {
    'performance.md': `${before}${generated.join('\n')}${after}`,
    ...Object.fromEntries(plots.map(({ path, content }) => [path, content])),
  };
}

/** Those whose figures were measured. */
function plotsOf({ figures, series }: Report) {
  const growth = series.filter(({ bench }) => bench === 'growth');
  return [
    ...(growth.length === 0
      ? []
      : [
          {
            path: 'images/growth.svg',
            caption: 'Time, memory, calls and table reads of run --once for 100 to 100,000 buyers',
            content: drawGrowth(growth),
          },
        ]),
    ...(figures.some(({ bench }) => bench === 'run-once')
      ? [
          {
            path: 'images/compared.svg',
            caption: 'One cycle of 1,000 buyers: Signalpost, n8n, Node-RED and a bare loop',
            content: drawComparison(figures),
          },
        ]
      : []),
  ];
}

function tellOrigins({ figures }: Report): string[] {
  const origins = Map.groupBy(figures, ({ on, machine }) => `Measured on ${on}, ${machine}`);
  return [...origins].map(([origin, measured]) => {
    const benches = [...new Set(measured.map(({ bench }) => `\`${bench}\``))];
    return `${origin}: ${benches.join(', ')}.`;
  });
}

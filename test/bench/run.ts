/**
 * `npm run bench`: measures everything in `benches` and prints one table.
 *   npm run bench                    everything, about fifteen minutes on a machine that does nothing else
 *   npm run bench -- cold digest     the benchmarks whose name contains one of the words
 *   npm run bench -- --json          the same as JSON
 *   npm run bench -- --write         also puts the figures into docs/performance.md
 *   npm run bench -- --once          each benchmark once, at its smallest size, in a few minutes: shows that it works
 * Each benchmark has a process of its own, one after another, so that none slows another down. Exits with 1 if a goal is
 * missed or a benchmark fails. The figures of --once are judged by no goal and never written.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Figure, isMet, type Measured } from './report/figure.ts';
import { formatTable } from './report/format-table.ts';
import { mergeReports, type Report } from './report/report.ts';
import { writePage } from './report/write-page.ts';

const { values: flags, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    once: { type: 'boolean', default: false },
  },
});
if (flags.once && flags.write) {
  console.error('--once measures nothing worth writing down; leave out --once or --write');
  process.exit(2);
}

const names = readdirSync(join(import.meta.dirname, 'benches'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort();
if (names.length === 0) {
  console.error(`no benchmark is called anything like ${words.join(' or ')}`);
  process.exit(1);
}

const report = names.reduce<Report | null>((before, name) => {
  const measured = measure(name);
  return measured === null ? before : mergeReports(before, reportOf(name, measured));
}, null);
if (report !== null) {
  if (flags.json) console.log(JSON.stringify(report, null, 2));
  else for (const line of formatTable(report)) console.log(line);
  if (flags.write) writePage(report);
  if (report.figures.some((figure) => isMet(figure) === false)) process.exitCode = 1;
}

/** null if it failed: the others are measured all the same. */
function measure(name: string): Measured | null {
  console.error(`measuring ${name}`);
  const program = join(import.meta.dirname, 'measure-one.ts');
  const args = [program, name, flags.once ? 'once' : 'whole'];
  const { status, signal, stdout } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status === 0) return JSON.parse(stdout) as Measured;
  console.error(`${name} failed (${signal ?? status})`);
  process.exitCode = 1;
  return null;
}

function reportOf(bench: string, { figures }: Measured): Report {
  const [processor] = cpus();
  const machine = `${cpus().length} cores (${processor?.model.trim() || process.arch}), Node ${process.version}`;
  const on = new Date().toISOString().slice(0, 10);
  const judged = (figure: Figure): Figure => (flags.once ? { ...figure, goal: null } : figure);
  return { figures: figures.map((figure) => ({ ...judged(figure), bench, on, machine })) };
}

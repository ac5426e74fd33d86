import type { Command } from 'commander';
import { formatValue } from '../../message/facts/format-value.ts';
import { counted } from '../../shared/domain/counted.ts';
import { redactText } from '../../shared/domain/redact-text.ts';
import type { ColumnInfo } from '../../shared/domain/rows/columns.ts';
import { formatWhen } from '../../shared/domain/times/format-time.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { isoOrNull } from '../../view/health/route-status.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { withLedger } from '../open/with-ledger.ts';
import { pickNamed } from './find-named.ts';
import { listSeen, readSeen, type Seen, type SeenSignal, seenDays } from './list-seen.ts';

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('bridges'))
    .description(
      `list the bridges of the config and of the last ${seenDays} days' signals, with their ids; with a bridge, its columns, their kinds and examples`,
    )
    .argument('[bridge]', "a bridge's name or id")
    .action(showBridges);
  addPlaceOptions(program.command('buyers'))
    .description(`list the watched buyers, with their ids and the last ${seenDays} days' signals`)
    .action(showBuyers);
}

async function showBridges(given: string | undefined, options: PlaceOptions): Promise<void> {
  const now = systemClock.now();
  await withLedger(options, async (chosen) => {
    const signals = await readSeen(chosen, now);
    const rows = byTime(await listSeen('bridge', chosen, signals));
    if (given !== undefined) {
      const bridge = pickNamed('bridge', given, rows);
      const infos = await chosen.ledger.columns.read(bridge.id);
      const columns = describeColumns(infos ?? [], bridge.id, signals);
      const unknown = '  Its columns are known once a signal of it is recorded.';
      return print(options, { ...report(bridge), columns }, [
        formatRow(bridge, now),
        ...(columns.length === 0 ? [unknown] : columns.map(formatColumn)),
      ]);
    }
    const { bridges } = (await chosen.readConfig()).watch;
    const told = rows.map((row) => ({ ...report(row), watched: bridges.includes(row.id) }));
    const lines = rows.map(
      (row) => `${formatRow(row, now)}${bridges.includes(row.id) ? ', in watch.bridges' : ''}`,
    );
    print(options, { bridges: told }, lines);
  });
}

async function showBuyers(options: PlaceOptions): Promise<void> {
  const now = systemClock.now();
  await withLedger(options, async (chosen) => {
    const rows = byTime(await listSeen('buyer', chosen, await readSeen(chosen, now)));
    const none = 'No buyer is known yet: the first run finds them.';
    const lines = rows.length === 0 ? [none] : rows.map((row) => formatRow(row, now));
    print(options, { buyers: rows.map(report) }, lines);
  });
}

function byTime(rows: readonly Seen[]): Seen[] {
  return rows.toSorted((a, b) => (b.lastSeenAt ?? 0) - (a.lastSeenAt ?? 0));
}

const report = (row: Seen) => ({ ...row, lastSeenAt: isoOrNull(row.lastSeenAt) });

/** `25b843ce-c3b0-45de-8350-fa966780ef44  Tenders: 312 signals, 12 hot, the last 2 hours ago` */
function formatRow({ id, name, signals, hot, lastSeenAt }: Seen, now: number): string {
  const told = hot === 0 ? '' : `, ${hot} hot`;
  const last = lastSeenAt === null ? '' : `, the last ${formatWhen(lastSeenAt, now)}`;
  return `${id}  ${name ?? '(no name seen)'}: ${counted(signals, 'signal')}${told}${last}`;
}

function formatColumn({ name, kind, examples }: ReturnType<typeof describeColumns>[number]): string {
  const told = examples.map((one) => JSON.stringify(one)).join(', ');
  return `  ${name.padEnd(30)} ${kind.padEnd(14)} ${told}`;
}

const mostExamples = 3;
const longestExample = 40;

/** The columns that the service told of, and those that only signals have. */
function describeColumns(infos: readonly ColumnInfo[], bridgeId: string, signals: readonly SeenSignal[]) {
  const own = signals.filter(({ signal }) => signal.bridgeId.toLowerCase() === bridgeId);
  const cells = own.flatMap(({ signal }) => Object.entries(signal.columns));
  const values = Map.groupBy(cells, ([name]) => name);
  return [...new Set([...infos.map(({ name }) => name), ...values.keys()])].map((name) => {
    const found = (values.get(name) ?? []).map(([, value]): unknown => value);
    const info = infos.find((one) => one.name === name);
    const kind = info?.format ?? kindOf(found.find((value) => value !== null));
    // An internal column may hold the address of a webhook.
    return { name, kind, examples: info?.internal ? [] : exampleOf(name, found) };
  });
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

function exampleOf(name: string, values: readonly unknown[]) {
  const told = values.map((value) => {
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    const text = formatValue(name, value, undefined, longestExample);
    return text === null || text === '' ? null : redactText(text);
  });
  return [...new Set(told.filter((value) => value !== null))].slice(0, mostExamples);
}

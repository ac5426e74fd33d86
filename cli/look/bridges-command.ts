import type { Command } from 'commander';
import { isoTime } from '../../shared/domain/clock.ts';
import { counted } from '../../shared/domain/counted.ts';
import { tellValue } from '../../shared/domain/facts/tell-value.ts';
import type { SignalRecord } from '../../shared/domain/history/history.ts';
import { redactText } from '../../shared/domain/redact-text.ts';
import type { ColumnInfo } from '../../shared/domain/signals/columns.ts';
import { tellWhen } from '../../shared/domain/tell-time.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { findNamed } from '../act/find-named.ts';
import { printJson } from '../json/print-json.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { withLedger } from '../with-ledger.ts';
import { bridgeOf, buyerOf, countSeen, listSeen, type Seen, seenDays } from './count-seen.ts';

export function addSeenCommands(program: Command): void {
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

/** A row of either list: `lastSeenAt` null where nothing was seen. */
interface Row extends Omit<Seen, 'lastSeenAt'> {
  readonly id: string;
  readonly lastSeenAt: number | null;
}

const unseen = { name: null, signals: 0, hot: 0, lastSeenAt: null };

async function showBridges(given: string | undefined, options: PlaceOptions): Promise<void> {
  const now = systemClock.now();
  await withLedger(options, async (chosen) => {
    const { ledger } = chosen;
    const { watch } = await chosen.readConfig();
    const records = await listSeen(ledger, now);
    const seen = countSeen(records, bridgeOf);
    const named = [...watch.bridges, ...(watch.except?.bridges ?? []), ...seen.keys()];
    const rows: Row[] = [...new Set(named)].map((id) => ({ id, ...(seen.get(id) ?? unseen) }));
    if (given === undefined) {
      const isWatched = (id: string): boolean => watch.bridges.includes(id);
      if (options.json)
        printJson('bridges', {
          bridges: rows.map((row) => ({ ...report(row), watched: isWatched(row.id) })),
        });
      else
        for (const row of byTime(rows))
          console.log(`${tellRow(row, now)}${isWatched(row.id) ? ', in watch.bridges' : ''}`);
      return;
    }
    const { id, name = null } = await findNamed('bridge', given, chosen);
    const bridge: Row = { id, ...(seen.get(id) ?? { ...unseen, name }) };
    const columns = describeColumns(await ledger.readColumns(bridge.id), bridge.id, records);
    if (options.json) return printJson('bridges', { ...report(bridge), columns });
    console.log(tellRow(bridge, now));
    for (const { name, kind, examples } of columns)
      console.log(
        `  ${name.padEnd(30)} ${kind.padEnd(14)} ${examples.map((one) => JSON.stringify(one)).join(', ')}`,
      );
    if (columns.length === 0) console.log('  Its columns are known once a signal of it is recorded.');
  });
}

async function showBuyers(options: PlaceOptions): Promise<void> {
  const now = systemClock.now();
  await withLedger(options, async ({ ledger }) => {
    const seen = countSeen(await listSeen(ledger, now), buyerOf);
    const known = await ledger.listKnownBuyers();
    const rows: Row[] = known.map(({ buyerId: id, name }) => {
      const found = seen.get(id.toLowerCase()) ?? unseen;
      return { ...found, id, name: name ?? found.name };
    });
    if (options.json) printJson('buyers', { buyers: byTime(rows).map(report) });
    else if (rows.length === 0) console.log('No buyer is known yet: the first run finds them.');
    else for (const row of byTime(rows)) console.log(tellRow(row, now));
  });
}

function byTime(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (b.lastSeenAt ?? 0) - (a.lastSeenAt ?? 0));
}

const report = (row: Row) => ({
  ...row,
  lastSeenAt: row.lastSeenAt === null ? null : isoTime(row.lastSeenAt),
});

/** `25b843ce-c3b0-45de-8350-fa966780ef44  Tenders: 312 signals, 12 hot, the last 2 hours ago` */
function tellRow({ id, name, signals, hot, lastSeenAt }: Row, now: number): string {
  const last = lastSeenAt === null ? '' : `, ${hot} hot, the last ${tellWhen(lastSeenAt, now)}`;
  return `${id}  ${name ?? '(no name seen)'}: ${counted(signals, 'signal')}${last}`;
}

type Example = string | number | boolean;

const mostExamples = 3;
const longestExample = 40;

/** The columns that the service told of, and those that only signals have. */
function describeColumns(
  infos: readonly ColumnInfo[] = [],
  bridgeId: string,
  records: readonly SignalRecord[],
): { name: string; kind: string; examples: Example[] }[] {
  const values = new Map<string, unknown[]>(infos.map(({ name }) => [name, []]));
  for (const { signal } of records) {
    if (signal?.bridgeId.toLowerCase() !== bridgeId) continue;
    for (const [name, value] of Object.entries(signal.columns))
      values.set(name, [...(values.get(name) ?? []), value]);
  }
  return [...values].map(([name, found]) => {
    const info = infos.find((one) => one.name === name);
    const kind = info?.format ?? kindOf(found.find((value) => value !== null));
    // May hold the address of a webhook.
    return { name, kind, examples: info?.internal ? [] : exampleOf(name, found) };
  });
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

function exampleOf(name: string, values: readonly unknown[]): Example[] {
  const told = values.map((value): Example | null => {
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    const text = tellValue(name, value, undefined, longestExample);
    return text === null || text === '' ? null : redactText(text);
  });
  return [...new Set(told.filter((value) => value !== null))].slice(0, mostExamples);
}

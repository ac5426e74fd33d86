import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { isEmptyCell, readJson } from '../../shared/domain/cells/cell.ts';
import { columnsFor, type DeclaredColumns, namesIn } from '../../shared/domain/cells/meanings.ts';
import { readDate } from '../../shared/domain/cells/read-date.ts';
import { readNumber, readSum } from '../../shared/domain/cells/read-number.ts';
import { readPerson } from '../../shared/domain/cells/read-person.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import { redactText } from '../../shared/domain/redact-text.ts';
import { findUnseenNames } from '../../shared/domain/routes/unseen-names.ts';
import { formatList } from '../../shared/domain/text/format-list.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { isPrivate } from '../../shared/domain/text/private-text.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { proposeColumns } from '../../view/columns/propose-columns.ts';
import { proposeHot } from '../../view/columns/propose-hot.ts';
import { countKept } from '../../view/lookup/judge-hot.ts';
import { writeColumns, writeHot } from '../../view/words/columns-text.ts';
import { describeKept } from '../../view/words/describe-hot.ts';
import type { ApiPorts } from '../open/call-api.ts';
import { type ReadBridge, readBridges } from '../open/read-bridges.ts';
import { type CheckResult, failed, ok, warning } from './check.ts';
import type { KnownColumns } from './check-api.ts';
import type { VisitLedger } from './check-reading.ts';

const mostRead = 20;
const keptDays = 30;
const longestExample = 60;

const date = { what: 'a date', reads: readDate, fix: 'as 2026-12-10 or Dec 10, 2026 2:00 PM' };
/** The meaning that a column is declared to have, and how a row would write it. */
const readings = {
  deadline: date,
  date,
  money: {
    what: 'a sum',
    // A number without a currency is not shown as a sum, but it is one.
    reads: (cell: unknown) => readSum(cell, null) ?? readNumber(cell),
    fix: 'as 25000 or $25,000',
  },
  person: {
    what: 'a name',
    reads: (cell: unknown) => readPerson(readJson(cell)),
    fix: 'as Ann Lee, without an address',
  },
};

const fixCalls =
  "signals come by these calls: ask the token's owner for access to them, or run this again later";

/**
 * Reads columns, rows and a list of the bridges that the check of the API knows, `known`, and compares `columns` of the config
 * with them; without `columns`, prints the block to paste. A call for a watched bridge that fails, fails the check: no signal
 * is found without it.
 */
export async function checkColumns(
  config: SignalpostConfig,
  known: KnownColumns,
  ports: ApiPorts,
  visit: VisitLedger,
): Promise<CheckResult> {
  const { bridges: watched } = config.watch;
  const { bridges, problems, unshown } = await readBridges([...known.keys()].slice(0, mostRead), ports);
  // A column that was not seen may be one of a bridge that was not read.
  const isWhole = problems.length === 0 && watched.every((id) => known.has(id));
  const finding =
    bridges.length === 0
      ? ok('no columns could be read')
      : await compareColumns(config, { bridges, isWhole, names: [...known.values()].flat() }, visit);
  const unread = [...problems, ...unshown];
  if (unread.length === 0) return finding;
  const isFailed = finding.state === 'failed' || problems.some(({ bridgeId }) => watched.includes(bridgeId));
  const fixes = [fixCalls, ...(finding.fix === undefined ? [] : [finding.fix])];
  return (isFailed ? failed : warning)(
    [...unread.map(({ told }) => told), finding.found].join('; '),
    fixes.join('; '),
  );
}

interface ReadColumns {
  readonly bridges: readonly ReadBridge[];
  readonly isWhole: boolean;
  /** The names of columns, also of bridges whose rows were not read. */
  readonly names: readonly string[];
}

/** Compares `columns` of the config with today's metadata and the cells of rows. */
async function compareColumns(
  config: SignalpostConfig,
  { bridges, isWhole, names }: ReadColumns,
  visit: VisitLedger,
): Promise<CheckResult> {
  const { columns: declared } = config;
  const proposed = proposeColumns(bridges);
  if (declared === undefined) return ok(describeBlock(proposed, bridges, config.hot.columns.length > 0));
  const column = [...names, ...bridges.flatMap(({ columns }) => columns.map(({ name }) => name))];
  const naming = { columns: declared, hot: { columns: [] }, routes: [] };
  const unseen = findUnseenNames(naming, { bridge: null, buyer: null, column });
  const unknown = isWhole ? [...unseen.notFound, ...unseen.notSeen] : unseen.notFound;
  const kept = await visit(async (ledger) => {
    const now = systemClock.now();
    return ledger === null ? [] : countKept({ ledger, config, now }, now - keptDays * dayMs);
  });
  const buyer = declared.buyer === undefined ? namesIn(proposed.buyer) : undefined;
  const notes = [
    ...kept.map((one) => `of ${keptDays} days, ${describeKept(one).replace(/\.$/, '')}`),
    ...(buyer ? [`columns.buyer is not declared; ${buyer.join(' or ')} may name buyers`] : []),
  ];
  const { unread, unheld, fixes } = listUnread(declared, bridges);
  const wrong = [...unknown, ...unread];
  // Nothing shows that a column without a value can be read.
  const none = `no row that was read has a value of ${formatList(unheld, 'or')}`;
  const read = unheld.length === 0 ? 'their cells can be read' : none;
  if (wrong.length === 0) return ok(['the declared columns are in the metadata', read, ...notes].join('; '));
  const fix = [
    ...(unknown.length > 0 ? ["take the columns' names of today into the config"] : []),
    ...fixes,
  ].join('; ');
  return (unseen.notFound.length > 0 ? failed : warning)([...wrong, ...notes].join('; '), fix);
}

function describeBlock(proposed: DeclaredColumns, bridges: readonly ReadBridge[], hasHot: boolean): string {
  if (Object.keys(proposed).length === 0)
    return 'the config declares none, and no name says what it means; docs/configuration.md says how to declare them';
  const { deadline, ...others } = proposed;
  const hot = hasHot ? null : proposeHot(bridges);
  const lines = [...writeColumns(others, bridges, namesIn(deadline)), ...(hot === null ? [] : writeHot(hot))];
  return `the config declares none. To paste into it, once it is right:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** Cells that are not what the config declares, by column, and the columns of which no row has a value. */
function listUnread(meanings: DeclaredColumns, bridges: readonly ReadBridge[]) {
  const names = bridges.map(
    ({ bridgeId, bridgeName }) => [bridgeId.toLowerCase(), bridgeName ?? ''] as const,
  );
  const view = { meanings, bridgeNames: new Map(names) };
  const fixes = new Set<string>();
  const unheld = new Set<string>();
  const unread = Object.entries(readings).flatMap(([meaning, { what, reads, fix }]) => {
    const declared = bridges.flatMap((bridge) =>
      (columnsFor(meaning as keyof typeof readings, bridge, view) ?? []).map((column) => ({
        bridge,
        column,
      })),
    );
    const cells = declared.flatMap(({ bridge, column }) =>
      bridge.rows.map(({ columns }) => ({ column, cell: columns[column] })),
    );
    const held = Map.groupBy(
      cells.filter(({ cell }) => !isEmptyCell(cell)),
      ({ column }) => column,
    );
    for (const { column } of declared) if (!held.has(column)) unheld.add(JSON.stringify(column));
    return [...held].flatMap(([column, own]) => {
      const wrong = own.filter(({ cell }) => reads(cell) === null);
      if (wrong.length === 0) return [];
      fixes.add(`write ${what} ${fix}, or declare another column: until then, it is shown as written`);
      return `${wrong.length} of ${own.length} cells of "${column}" can't be read as ${what}${describeExample(wrong[0]?.cell)}`;
    });
  });
  return { unread, unheld: [...unheld], fixes: [...fixes] };
}

function describeExample(cell: unknown): string {
  const text = oneLine(typeof cell === 'string' ? cell : JSON.stringify(cell), longestExample);
  return text === null || isPrivate(text) ? '' : `, such as "${redactText(text)}"`;
}

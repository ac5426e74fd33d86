import type { ColumnMeanings, DeclaredColumns } from '../../shared/domain/cells/meanings.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import type { BridgeColumns } from '../columns/propose-columns.ts';
import type { ProposedHot } from '../columns/propose-hot.ts';

const longestName = 60;

/**
 * `columns` of a config as the lines of TypeScript. `unanswered`: what may be a deadline stays a comment until a person says
 * that it is one, since it closes signals.
 */
export function writeColumns(
  { in: entries = {}, ...base }: DeclaredColumns,
  bridges: readonly Pick<BridgeColumns, 'bridgeId' | 'bridgeName'>[],
  unanswered: readonly string[] = [],
): string[] {
  const nameOf = (id: string) => bridges.find(({ bridgeId }) => bridgeId.toLowerCase() === id)?.bridgeName;
  const own = Object.entries(entries).map(([id, meanings]) => {
    const name = oneLine(nameOf(id) ?? '', longestName);
    return `    ${quote(id)}: { ${tell(meanings).join(', ')} },${name === null ? '' : ` // ${name}`}`;
  });
  return [
    'columns: {',
    ...(unanswered.length === 0
      ? []
      : [
          '  // A deadline closes signals, and reminders go by it. If this is the last day for an answer, declare it:',
          `  // deadline: ${codeOf(unanswered)},`,
        ]),
    ...tell(base).map((line) => `  ${line},`),
    ...(own.length === 0 ? [] : ['  in: {', ...own, '  },']),
    '},',
  ];
}

/** `hot` of a config, as the rows propose it. */
export function writeHot({ name, atLeast, hot, rows }: ProposedHot): string[] {
  return [
    `// ${hot} of the ${rows} rows that were read have at least this: a message shows them first, with the buyer's summary.`,
    `hot: { columns: [{ name: ${quote(name)}, atLeast: ${atLeast} }] },`,
  ];
}

function tell(meanings: ColumnMeanings): string[] {
  return Object.entries(meanings).map(([meaning, written]) => `${meaning}: ${codeOf(written)}`);
}

function codeOf(written: ColumnMeanings[keyof ColumnMeanings]): string {
  if (typeof written === 'string') return quote(written);
  if (!Array.isArray(written)) return JSON.stringify(written);
  return written.length === 1 ? quote(written[0]) : `[${written.map(quote).join(', ')}]`;
}

/** A literal of TypeScript. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

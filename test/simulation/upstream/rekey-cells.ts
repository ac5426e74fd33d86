import type { Plan } from '../parts/plan.ts';

const columns = ['Buyer', 'Match Score', 'Text', 'Due Date', 'Stage', 'Owner'].map((name, index) => ({
  name,
  columnId: `c0ffee00-0000-4000-8000-00000000000${index}`,
  key: `column_${index}`,
}));

/** A signal's JSON with its cells keyed otherwise than by name, and the columns that say what they are. */
export function rekeyCells(signalJson: string, by: Plan['cellKeys']): string {
  if (by === 'name') return signalJson;
  const { bridge, row } = JSON.parse(signalJson) as {
    readonly bridge: object;
    readonly row: { readonly columns: Readonly<Record<string, unknown>> };
  };
  const cells = columns.flatMap((column) =>
    column.name in row.columns ? [[column[by], row.columns[column.name]]] : [],
  );
  return JSON.stringify({
    bridge: { ...bridge, columns },
    row: { ...row, columns: Object.fromEntries(cells) },
  });
}

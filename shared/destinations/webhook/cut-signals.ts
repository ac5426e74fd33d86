import { cutText } from '../../domain/text/cut-text.ts';
import { describeLoss, type Loss } from './describe-loss.ts';
import type { LinkedBuyer, LinkedSignal } from './link-signals.ts';

/** How much of a signal is kept. Text lengths in UTF-16 units; what is not named is kept whole. */
export interface SignalCut {
  readonly names: number;
  readonly values: number;
  readonly columns?: number;
}

/** From the least cut to the most: column values, then columns, at last names. */
export const signalCuts: readonly SignalCut[] = [
  { names: 500, values: 1_000 },
  { names: 500, values: 300 },
  { names: 500, values: 100 },
  { names: 500, values: 100, columns: 20 },
  { names: 200, values: 100, columns: 5 },
  { names: 100, values: 100, columns: 0 },
];

/** The buyer's signals, and its name, cut; each signal says in a sentence what it lost of the digest's `wholeBytes`. */
export function cutSignals(buyer: LinkedBuyer, cut: SignalCut, wholeBytes: number): LinkedBuyer {
  const name = cutName(buyer.name, cut);
  const nameLost = name !== buyer.name;
  return {
    ...buyer,
    name,
    signals: buyer.signals.map((signal) => cutSignal(signal, cut, nameLost, wholeBytes)),
  };
}

function cutSignal(
  signal: LinkedSignal,
  cut: SignalCut,
  buyerNameLost: boolean,
  wholeBytes: number,
): LinkedSignal & Loss {
  const kept = {
    ...signal,
    bridgeName: cutName(signal.bridgeName, cut),
    filterType: cutName(signal.filterType, cut),
    // Cut, two ids could come to the same.
    entityId: signal.entityId && signal.entityId.length > cut.names ? null : signal.entityId,
    name: cutName(signal.name, cut),
    hotBecause: signal.hotBecause.map((reason) =>
      reason.rule === 'column' ? { ...reason, name: cutText(reason.name, cut.names) } : reason,
    ),
    updatedAt: cutName(signal.updatedAt, cut),
  };
  const columns = Object.entries(signal.columns);
  const keptColumns = columns
    .slice(0, cut.columns)
    .map(([name, value]) => [name, cutValue(value, cut.values)]);
  const namesLost =
    buyerNameLost ||
    kept.bridgeName !== signal.bridgeName ||
    kept.filterType !== signal.filterType ||
    kept.name !== signal.name ||
    kept.updatedAt !== signal.updatedAt ||
    nameColumns(kept) !== nameColumns(signal);
  const valuesLost = keptColumns.some(([, value], index) => value !== columns[index]?.[1]);
  // Those that the ledger had no room for, too: the sentence counts by what upstream sent.
  const allColumns = columns.length + (signal.columnsLeftOut ?? 0);
  const columnsLost = allColumns - keptColumns.length;
  const lost = [
    valuesLost && `column values cut to ${cut.values} characters`,
    columnsLost > 0 && `${columnsLost} of ${allColumns} columns left out`,
    kept.entityId !== signal.entityId && `entityId left out: it has over ${cut.names} characters`,
    namesLost && `names cut to ${cut.names} characters`,
  ];
  return { ...kept, columns: Object.fromEntries(keptColumns), ...describeLoss(lost, wholeBytes) };
}

/** A list or an object that is too long becomes the beginning of its JSON text. */
function cutValue(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return cutText(value, longest);
  if (typeof value !== 'object' || value === null) return value;
  const json = JSON.stringify(value);
  return json.length > longest ? cutText(json, longest) : value;
}

const nameColumns = ({ hotBecause }: Pick<LinkedSignal, 'hotBecause'>) =>
  JSON.stringify(hotBecause.map((reason) => (reason.rule === 'column' ? reason.name : null)));

const cutName = (name: string | null, { names }: SignalCut) => name && cutText(name, names);

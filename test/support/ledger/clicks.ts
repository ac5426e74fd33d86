import type { RecordedClick } from '../../../shared/domain/clicks/click.ts';
import type { DigestPointer } from '../../../shared/domain/digests/delivery.ts';
import { digestEntryKey } from '../../../shared/ledger/items/keys.ts';
import type { Table } from '../../../shared/ledger/table/table.ts';

/** A recorded click of somebody with this name. */
export function exampleClick(
  kind: RecordedClick['kind'],
  name: string,
  over: Partial<RecordedClick> = {},
): RecordedClick {
  const id = `${kind} ${name} ${over.signalId ?? ''}`;
  return { id, kind, by: { id: `U-${name}`, name }, signalId: 'one', at: 0, ...over };
}

/** Writes the clicks into the history's entry of a digest. */
export function storeClicks(
  table: Pick<Table, 'update'>,
  digest: DigestPointer,
  clicks: readonly RecordedClick[],
): Promise<unknown> {
  return table.update({ key: digestEntryKey(digest), set: { clicks: JSON.stringify(clicks) } });
}

import type { Ledger } from '../../../shared/ledger/ledger.ts';

/** Methods in place of those of a ledger, by their group. */
export type LedgerChanges = { readonly [Group in keyof Ledger]?: Partial<Ledger[Group]> };

/** The ledger with some methods in place of its own. */
export function changeLedger(ledger: Ledger, changes: LedgerChanges): Ledger {
  const changed = Object.entries(changes).map(([group, methods]) => [
    group,
    { ...ledger[group as keyof Ledger], ...methods },
  ]);
  return { ...ledger, ...Object.fromEntries(changed) };
}

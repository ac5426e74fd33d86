import type { CellRow } from '../cells/deadline.ts';
import { type OwnerView, ownersOf } from '../cells/owners.ts';
import type { Line } from './message.ts';
import { joinLines, plain } from './spans.ts';

/** `Ann Lee; Dev Patel`, each mentioned whom the destination does; empty without an owner. */
export function writeOwners(row: CellRow, view: OwnerView): Line {
  const owners = ownersOf(row, view).all.map(({ name, id }) => [
    id === null ? plain(name) : ({ kind: 'mention', id, name } as const),
  ]);
  return joinLines(owners, '; ');
}

/** The same as text: a name can have a comma in it. */
export function nameOwners(row: CellRow, view: OwnerView): string {
  const names = ownersOf(row, view).all.map(({ name }) => name);
  return names.join('; ');
}

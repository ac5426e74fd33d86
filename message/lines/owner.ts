import type { CellRow } from '../../shared/domain/cells/deadline.ts';
import { type Owner, type OwnerView, ownersOf } from '../../shared/domain/cells/owners.ts';
import type { Line } from './message.ts';
import { joinLines, plain } from './spans.ts';

/** `Ann Lee; Dev Patel`, each mentioned whom the destination does; empty without an owner. */
export function writeOwners(owners: readonly Owner[]): Line {
  const written = owners.map(
    ({ name, id }): Line => [id === null ? plain(name) : { kind: 'mention', id, name }],
  );
  return joinLines(written, '; ');
}

/** The same as text: a name can have a comma in it. */
export function nameOwners(row: CellRow, view: OwnerView): string {
  const names = ownersOf(row, view).all.map(({ name }) => name);
  return names.join('; ');
}

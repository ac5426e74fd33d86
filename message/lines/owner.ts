import type { CellRow } from '../../shared/domain/cells/deadline.ts';
import { type Owner, type OwnerView, ownersOf } from '../../shared/domain/cells/owners.ts';
import type { Line } from './message.ts';
import { joinLines, plain } from './spans.ts';

/** `Ann Lee; Dev Patel`, each mentioned if the destination can; empty without an owner. */
export function writeOwners(owners: readonly Owner[]): Line {
  const written = owners.map(
    ({ name, id }): Line => [id === null ? plain(name) : { kind: 'mention', id, name }],
  );
  return joinLines(written, '; ');
}

/** Names can have commas, so semicolons stand between them. */
export function nameOwners(row: CellRow, view: OwnerView): string {
  return ownersOf(row, view)
    .all.map(({ name }) => name)
    .join('; ');
}

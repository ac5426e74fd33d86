import type { Ledger } from '../../../shared/ledger/ledger.ts';
import type { Table } from '../../../shared/ledger/table/table.ts';
import type { Traits } from './traits.ts';

/** A wrong version of the protocol: the functions' own source is changed as it loads, or a port is wrapped. */
export interface Mutant extends Partial<SourceChange> {
  readonly name: string;
  /**
   * `SEED:SCHEDULE` that shows that it is wrong, as `--replay SEED:SCHEDULE --mutant NAME` prints it. A change of the
   * functions changes what happens in it: then the search goes on from there (see `find-kill.ts`).
   */
  readonly killedAt: string;
  /** The traits of the schedules that show it; only those are searched. Without it, all plain ones are. */
  readonly among?: Partial<Traits>;
  /** More places to change, in the same file where no other is named. */
  readonly also?: readonly (Omit<SourceChange, 'file'> & Partial<SourceChange>)[];
  readonly table?: (table: Table) => Table;
  readonly ledger?: (ledger: Ledger) => Ledger;
  /** The queue drops a message as soon as it was handed out. */
  readonly acknowledgesAtReceipt?: boolean;
}

/** A place in a file of the functions or of the code that they share. */
export interface SourceChange {
  /** From the root of the repository. */
  readonly file: string;
  /** Must be in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

/** None for a mutant that wraps a port. */
export function changesOf({ file, from, to, also = [] }: Mutant): readonly SourceChange[] {
  if (file === undefined || from === undefined || to === undefined) return [];
  return [{ file, from, to }, ...also.map((change) => ({ file, ...change }))];
}

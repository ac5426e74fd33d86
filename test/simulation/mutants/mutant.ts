import type { PipelineFunction } from '../../../functions/wiring.ts';
import type { Clock } from '../../../shared/domain/clock.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import type { Table } from '../../../shared/ledger/table/table.ts';
import type { Traits } from '../traits.ts';
import type { ServedPage } from '../upstream/served-page.ts';
import type { Handle } from '../world/instance.ts';

/** A wrong version of the protocol: the functions' own source is changed as it loads, or a port is wrapped. */
export interface Mutant {
  readonly name: string;
  /**
   * A schedule in which the simulation sees that it is wrong, as `--replay SEED:SCHEDULE --mutant NAME` shows. A change
   * of the functions changes what happens in it: then the search goes on from there (see `find-kill.ts`).
   */
  readonly killedAt: { readonly seed: number; readonly schedule: number };
  /** What schedules that show it are about; only those are searched. Left out, all plain ones are. */
  readonly among?: Partial<Traits>;
  readonly source?: readonly SourceChange[];
  readonly table?: (table: Table) => Table;
  readonly ledger?: (ledger: Ledger, clock: Clock) => Ledger;
  readonly handle?: (handle: Handle, about: MutatedInstance) => Handle;
  /** The queue drops a message as soon as it was handed out. */
  readonly acknowledgesAtReceipt?: boolean;
}

/** A place in a file of the functions or of what they share. */
export interface SourceChange {
  /** From the root of the repository. */
  readonly file: string;
  /** Must be in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

export interface MutatedInstance {
  readonly name: PipelineFunction;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly served: ReadonlyMap<string, readonly ServedPage[]>;
}

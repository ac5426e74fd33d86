import type { Clock, Random } from '../../domain/clock.ts';
import type { Table } from './table.ts';

/** The ports of each part of the ledger. */
export interface LedgerPorts {
  readonly table: Table;
  readonly clock: Clock;
  readonly random: Random;
}

import type { Clock, Random } from '../domain/clock.ts';
import type { Table } from './table/table.ts';

/** What each part of the ledger is made over. */
export interface LedgerPorts {
  readonly table: Table;
  readonly clock: Clock;
  readonly random: Random;
}

import type { Clock, Random } from '../../domain/clock.ts';
import type { Table } from './table.ts';

export interface LedgerPorts {
  readonly table: Table;
  readonly clock: Clock;
  readonly random: Random;
}

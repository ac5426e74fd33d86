import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import type { ReadableTable } from '../../../shared/ledger/table/draft-table.ts';
import type { ReadableStage } from '../../health/health.ts';
import type { suggest } from '../../words/suggest.ts';

/** The ledger that the page shows, and the config that decides over its routes. */
export interface PageWorld {
  /** `state .signalpost`, or `stage prod`. */
  readonly place: string;
  readonly ledger: Ledger;
  /** The table below the ledger, for previews. */
  readonly table: ReadableTable;
  readonly config: SignalpostConfig;
  /** The stage, whose ledger is only read; null on one machine. */
  readonly stage: ReadableStage | null;
  /** The options of suggested commands, so that they work on the same ledger. */
  readonly flags: NonNullable<Parameters<typeof suggest>[1]>;
  /** Whether a process runs on the state of this machine. */
  isRunning(): boolean;
  /** Milliseconds since the epoch. */
  now(): number;
}

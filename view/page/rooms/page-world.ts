import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import type { ReadableTable } from '../../../shared/ledger/table/draft-table.ts';
import type { ReadableStage } from '../../health/health.ts';
import type { suggest } from '../../words/suggest.ts';

/** What the page shows: a ledger, and the config that decides over its routes. */
export interface PageWorld {
  /** `state .signalpost`, or `stage prod`. */
  readonly place: string;
  readonly ledger: Ledger;
  /** What the ledger stands on, for previews. */
  readonly table: ReadableTable;
  readonly config: SignalpostConfig;
  /** null on one machine. A stage's ledger is only read. */
  readonly stage: ReadableStage | null;
  /** What a suggested command is given, so that it works on the same ledger. */
  readonly flags: NonNullable<Parameters<typeof suggest>[1]>;
  /** Whether a process runs on the state of this machine. */
  isRunning(): boolean;
  /** Milliseconds since the epoch. */
  now(): number;
}

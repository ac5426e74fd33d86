import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';

/** What a look-up reads; it writes nothing. */
export interface LookupPorts {
  readonly ledger: Ledger;
  readonly config: SignalpostConfig;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

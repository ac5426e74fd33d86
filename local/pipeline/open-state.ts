import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { createLedger, type Ledger } from '../../shared/ledger/ledger.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import { openSqliteTable } from '../sqlite-table.ts';
import { lockState } from '../state-lock.ts';

export interface LocalState {
  readonly ledger: Ledger;
  close(): void;
}

/** The ledger in a directory of this machine, for this process alone: another one gets a clear error. */
export function openState(directory: string): LocalState {
  makeDirectory(directory);
  const lock = lockState(directory);
  const table = openSqliteTable(join(directory, 'ledger.db'), { now: systemClock.now });
  const ledger = createLedger({ table, clock: systemClock, random: systemRandom });
  return {
    ledger,
    close: () => {
      table.close();
      lock.release();
    },
  };
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    throw new ConfigurationError([
      `--state: ${directory} can't be made or used as a directory (${code}); name another one`,
    ]);
  }
}

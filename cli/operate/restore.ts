import { loadConfig } from '../../shared/config/load.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { findPlace, tellPlace } from '../aws/place.ts';
import { withAccount } from '../aws/with-account.ts';
import { restoreStage } from '../deploy/restore-stage.ts';
import { createRunCdk } from '../deploy/run-cdk.ts';

export interface RestoreOptions {
  readonly stage: string;
  /** The table that AWS restored a ledger into. */
  readonly from: string;
  readonly config: string;
}

/** Fills a stage's empty table with a ledger that AWS restored into another table. */
export async function restore(options: RestoreOptions): Promise<void> {
  await loadConfig(options.config);
  // Imported here: the SDK loads slowly, and a help text or an error about a flag must not wait for it.
  const { openLedgerTables } = await import('../stage/ledger-tables.ts');
  const tables = openLedgerTables();
  try {
    await withAccount(async (account) => {
      const place = await findPlace(account);
      console.error(`Restoring ${options.stage} in ${tellPlace(place)}.`);
      await restoreStage({ ...options, place }, options.from, {
        runCdk: createRunCdk(place),
        describeStack: account.describeStack,
        copy: (from, to) => tables.copy({ from, to, now: systemClock.now() }),
        readPending: tables.readPending,
        say: (line) => console.log(line),
      });
    });
  } finally {
    tables.close();
  }
}

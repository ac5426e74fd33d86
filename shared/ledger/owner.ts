import { ConfigurationError } from '../domain/errors.ts';
import { ownerKey } from './items/keys.ts';
import { absent, equals, tryIfHolds } from './table/conditions.ts';
import { stringOf } from './table/read-item.ts';
import type { LedgerPorts } from './table/table.ts';

/** Two stages on one ledger would each find recorded, counted and told what the other did, and leave it out. */
export function createOwner(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /** Throws `ConfigurationError` if the ledger is another stage's. */
    async claim(stage: string): Promise<void> {
      const claim = { ...ownerKey, stage, v: 1 };
      const { holds, found } = await tryIfHolds(ports, () => table.put(claim, absent));
      if (!holds) checkOwner(found?.stage, stage);
    },

    /** Null before the first function of a stage ran. */
    async read(): Promise<string | null> {
      const item = await table.get(ownerKey);
      return item === undefined ? null : stringOf(item, 'stage');
    },

    /** Throws `ConditionFailedError` if the ledger is not `from`'s. */
    async handOver(from: string, to: string): Promise<void> {
      await table.update({ key: ownerKey, set: { stage: to, v: 1 }, condition: equals('stage', from) });
    },
  };
}

/** Throws `ConfigurationError` if the owner of a ledger is not this stage. */
export function checkOwner(owner: unknown, stage: string): void {
  if (owner === stage) return;
  throw new ConfigurationError([
    `table: it is the ledger of the stage ${owner}, and ${stage} may not use it, too; give ${stage} a table of its own; if it ` +
      `was ${owner} before, or the table was restored from ${owner}: signalpost doctor --stage ${stage} --take-ledger-from ${owner}`,
  ]);
}

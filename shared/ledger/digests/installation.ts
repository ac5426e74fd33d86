import { digestIdOf, installationKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { absent } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { stringOf } from '../table/read-item.ts';
import { ConditionFailedError } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';

export interface DigestIdOptions {
  /** Writes nothing. Before the first digest, the id is then one that no digest will have. */
  readonly dryRun?: boolean;
}

export function createInstallation(ports: LedgerPorts) {
  const { table } = ports;
  let known: string | null = null;

  const read = async (): Promise<string | null> => {
    const item = await table.get(installationKey);
    return item === undefined ? null : stringOf(item, 'id');
  };

  const create = async (): Promise<string> => {
    const id = randomId(ports);
    const item = { ...installationKey, id, v: 1 };
    const { holds, found } = await ifHolds(tryAgain(ports, () => table.put(item, absent)));
    if (holds) return id;
    // Another instance was first, or an earlier try of this write, whose result was unknown.
    const other = found && stringOf(found, 'id');
    if (!other) throw new ConditionFailedError(found);
    return other;
  };

  return {
    /**
     * Derives a digest's id, from the installation's random id among others, which the ledger creates once. Otherwise
     * a receiver that drops repeats would drop the digests of a second stage with the same routes.
     */
    async digestIdOf(
      routeId: string,
      slot: string,
      part: number,
      { dryRun = false }: DigestIdOptions = {},
    ): Promise<string> {
      known ??= await read();
      if (known === null && !dryRun) known = await create();
      return digestIdOf(known ?? randomId(ports), routeId, slot, part);
    },
  };
}

/** 128 random bits, in hexadecimal. */
function randomId({ random }: LedgerPorts): string {
  const word = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return word() + word() + word() + word();
}

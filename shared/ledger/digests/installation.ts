import { digestIdOf, installationKey } from '../keys.ts';
import { absent } from '../table/conditions.ts';
import { stringOf } from '../table/read-item.ts';
import { ConditionFailedError, type Table } from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';

export interface DigestIdOptions {
  /** Writes nothing: before the first digest, the id is one that no digest will have. */
  readonly dryRun?: boolean;
}

/**
 * Makes the ids of digests. Each holds the installation's own random id, which the ledger gets once and keeps: a
 * receiver that drops repeats would otherwise drop the digests of a second stage with the same routes.
 */
export function createDigestIds(table: Table, ports: TryAgainPorts) {
  let known: string | null = null;
  return async (
    routeId: string,
    slot: string,
    part: number,
    { dryRun = false }: DigestIdOptions = {},
  ): Promise<string> => {
    known ??= await read(table);
    if (known === null && !dryRun) known = await create(table, ports);
    return digestIdOf(known ?? randomId(ports), routeId, slot, part);
  };
}

async function read(table: Table): Promise<string | null> {
  const item = await table.get(installationKey);
  return item === undefined ? null : stringOf(item, 'id');
}

async function create(table: Table, ports: TryAgainPorts): Promise<string> {
  const id = randomId(ports);
  try {
    await tryAgain(ports, () => table.put({ ...installationKey, id, v: 1 }, absent));
    return id;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // Another instance was first, or an earlier try of this very write whose result stayed unknown.
    const found = error.item && stringOf(error.item, 'id');
    if (!found) throw error;
    return found;
  }
}

/** 128 random bits, in hexadecimal. */
function randomId({ random }: TryAgainPorts): string {
  const word = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return word() + word() + word() + word();
}

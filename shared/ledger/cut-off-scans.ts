import type { ReadPage } from '../domain/reading.ts';
import type { CutOffScan } from '../domain/recording.ts';
import type { Blobs } from './blobs.ts';
import { present } from './conditions.ts';
import { buyerKey, cutOffKey } from './keys.ts';
import { loadText, storeText } from './payload.ts';
import { numberOf, stringOf } from './read-item.ts';
import { ConditionFailedError, type Table } from './table.ts';
import { type TryAgainPorts, tryAgain } from './try-again.ts';

export async function readCutOff(table: Table, blobs: Blobs, buyerId: string): Promise<CutOffScan | null> {
  const item = await table.get(cutOffKey(buyerId));
  if (!item) return null;
  return {
    mode: stringOf(item, 'mode') ?? '',
    period: stringOf(item, 'period') ?? '',
    startedAt: numberOf(item, 'startedAt') ?? 0,
    position: numberOf(item, 'position') ?? 0,
    stuck: numberOf(item, 'stuck') ?? 0,
    pages: JSON.parse(await loadText(blobs, item)) as ReadPage[],
  };
}

/** The mark at the buyer tells the next scan to look for it, and saves all others the read. */
export async function saveCutOff(
  table: Table,
  blobs: Blobs,
  ports: TryAgainPorts,
  buyerId: string,
  { pages, ...scan }: CutOffScan,
): Promise<void> {
  const item = { ...cutOffKey(buyerId), ...scan, v: 1, ...(await storeText(blobs, JSON.stringify(pages))) };
  await tryAgain(ports, () => table.put(item));
  await tryAgain(ports, () => table.update({ key: buyerKey(buyerId), set: { cutOff: true, v: 1 } }));
}

/** What was read stays behind without a mark, until the next cut writes over it. */
export async function dropCutOff(table: Table, ports: TryAgainPorts, buyerId: string): Promise<void> {
  const update = { key: buyerKey(buyerId), remove: ['cutOff'], condition: present };
  try {
    await tryAgain(ports, () => table.update(update));
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

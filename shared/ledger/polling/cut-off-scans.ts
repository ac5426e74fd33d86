import { inParallel } from '../../domain/concurrency.ts';
import type { ReadPage } from '../../domain/polling/reading.ts';
import type { CutOffScan } from '../../domain/signals/recording.ts';
import { buyerKey, cutOffKey, cutOffPartKey, sha256 } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { present } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { numberOf, pastOf, stringOf } from '../table/read-item.ts';
import { readItems } from '../table/read-items.ts';
import type { Item } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';

/** In UTF-16 units, each at most three bytes in UTF-8: an item holds 400 KB. */
const partLength = 100_000;
const partsAtOnce = 8;
/** Much longer than a scan can be resumed. Losing it loses no signal: the list is then read from its start. */
const keepMs = 2 * 86_400_000;

export function createCutOffScans(ports: LedgerPorts) {
  const { table, clock } = ports;
  return {
    /** Also null if two invocations saved at once, which mixes their parts. */
    async readCutOff(buyerId: string): Promise<CutOffScan | null> {
      const item = await table.get(cutOffKey(buyerId));
      if (!item) return null;
      const numbers = Array.from({ length: numberOf(item, 'parts') ?? 0 }, (_, index) => index + 1);
      const keys = numbers.map((number) => cutOffPartKey(buyerId, number));
      const parts = await readItems(table, keys);
      const text = parts.map((part) => (part && stringOf(part, 'text')) ?? '').join('');
      if (sha256(text) !== item.sha256) return null;
      return {
        mode: stringOf(item, 'mode') ?? '',
        period: stringOf(item, 'period') ?? '',
        startedAt: pastOf(item, 'startedAt', clock.now()) ?? 0,
        position: numberOf(item, 'position') ?? 0,
        stuck: numberOf(item, 'stuck') ?? 0,
        pages: JSON.parse(text) as ReadPage[],
      };
    },

    /**
     * Stores the pages of a long list in as many items as needed, then an item with the hash of all parts, then a mark
     * at the buyer. The mark tells the next scan to read them, and saves other scans the read.
     */
    async saveCutOff(buyerId: string, { pages, ...scan }: CutOffScan): Promise<void> {
      const text = JSON.stringify(pages);
      const common = { v: 1, expiresAt: Math.ceil((scan.startedAt + keepMs) / 1000) };
      const parts = splitText(text).map(
        (part, index): Item => ({ ...cutOffPartKey(buyerId, index + 1), ...common, text: part }),
      );
      await inParallel(parts, partsAtOnce, (part) => tryAgain(ports, () => table.put(part)));
      const item = { ...cutOffKey(buyerId), ...scan, ...common, parts: parts.length, sha256: sha256(text) };
      await tryAgain(ports, () => table.put(item));
      await tryAgain(ports, () => table.update({ key: buyerKey(buyerId), set: { cutOff: true, v: 1 } }));
    },

    /** Removes only the mark: the pages remain until they expire or the next cut-off scan overwrites them. */
    async dropCutOff(buyerId: string): Promise<void> {
      const update = { key: buyerKey(buyerId), remove: ['cutOff'], condition: present };
      await ifHolds(tryAgain(ports, () => table.update(update)));
    },
  };
}

/** Never within a character: UTF-8 can't encode half a surrogate pair. */
function splitText(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + partLength;
    const isTorn = !text.slice(start, end).isWellFormed();
    parts.push(text.slice(start, isTorn ? end - 1 : end));
    start = isTorn ? end - 1 : end;
  }
  return parts;
}

import { entryKey, outboxPk, outboxPrefix } from '../items/keys.ts';
import { moveEntries } from '../signals/move-entries.ts';
import { present } from '../table/conditions.ts';
import { tryIfHolds } from '../table/if-holds.ts';
import type { LedgerPorts } from '../table/ports.ts';
import { readFirst } from '../table/read-many.ts';

const atOnce = 49;

export function createHandOver(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /** The other route may wait for some of the signals already. Returns how many waited. */
    async handOver(routeId: string, to: string): Promise<number> {
      let moved = 0;
      for (;;) {
        const entries = await readFirst(table, outboxPk(routeId), outboxPrefix, atOnce);
        if (entries.length === 0) return moved;
        const there = await table.getAll(entries.map(({ sk }) => entryKey(to, sk)));
        for (const [index, { pk, sk }] of entries.entries()) {
          if (there[index] === undefined) continue;
          const drop = { kind: 'delete', key: { pk, sk }, condition: present } as const;
          if ((await tryIfHolds(ports, () => table.transact([drop]))).holds) moved += 1;
        }
        const others = entries.filter((_, index) => there[index] === undefined);
        moved += await moveEntries(
          ports,
          others,
          (entry) => ({ ...entry, ...entryKey(to, entry.sk) }),
          () => [],
        );
      }
    },
  };
}

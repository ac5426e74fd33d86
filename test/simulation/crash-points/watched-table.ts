import type { Item, Table } from '../../../shared/ledger/table.ts';

/** What must hold after every single write, whoever made it. */
export interface WatchedTable {
  readonly table: Table;
  /** What did not hold, a sentence each. */
  readonly violations: readonly string[];
  /** When each buyer turned LIVE, by the clock of the write. */
  readonly liveAt: ReadonlyMap<string, number>;
}

export function watchTable(
  table: Table,
  clock: { now(): number },
  stoodStillSince: (buyerId: string, time: number) => boolean,
): WatchedTable {
  const violations: string[] = [];
  const frozen = new Map<string, string>();
  const completed = new Map<string, number>();
  const liveAt = new Map<string, number>();

  const look = (item: Item): void => {
    if (item.expiresAt !== undefined && item.state !== 'DELIVERED')
      violations.push(`${item.sk} has a time to live although it is ${item.state ?? 'no digest'}`);
    if (item.v === undefined) violations.push(`${item.pk} ${item.sk} carries no v`);
    if (item.sk.startsWith('DIG#')) lookAtDigest(item);
    if (item.pk.startsWith('B#') && item.sk === 'META') lookAtBuyer(item);
  };

  const lookAtDigest = (item: Item): void => {
    const bytes = JSON.stringify([item.digestId, item.text, item.textBlob, item.sha256, item.members]);
    const before = frozen.get(`${item.pk} ${item.sk}`);
    if (before !== undefined && before !== bytes) violations.push(`${item.sk} changed after it was frozen`);
    frozen.set(`${item.pk} ${item.sk}`, bytes);
  };

  const lookAtBuyer = (item: Item): void => {
    const at = Number(item.lastCompleteAt);
    const before = completed.get(item.pk) ?? 0;
    if (at < before) violations.push(`${item.pk}: lastCompleteAt went back from ${before} to ${at}`);
    const buyerId = item.pk.slice('B#'.length);
    if (at !== before && !stoodStillSince(buyerId, at))
      violations.push(`${item.pk}: completed at ${at}, and no list was read whole since then`);
    completed.set(item.pk, at);
    if (item.state === 'LIVE' && !liveAt.has(buyerId)) liveAt.set(buyerId, clock.now());
  };

  return {
    violations,
    liveAt,
    table: {
      get: table.get,
      query: table.query,
      due: table.due,
      async put(item, condition) {
        await table.put(item, condition);
        look(item);
      },
      async update(update) {
        const item = await table.update(update);
        look(item);
        return item;
      },
      async transact(writes) {
        await table.transact(writes);
        for (const write of writes) if (write.kind === 'put') look(write.item);
      },
    },
  };
}

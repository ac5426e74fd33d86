import { describe, expect, it } from 'vitest';
import { exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { freezeOldest, settleDue } from '../../../support/ledger/digests.ts';
import { now, openLedger } from '../../../support/ledger/open-ledger.ts';

/** A ledger, and the sort keys of all items that were read from its table. */
function openWatched() {
  const { ledger, table } = openLedger();
  const read: string[] = [];
  const { get, query } = table;
  table.get = async (key) => {
    const item = await get(key);
    if (item) read.push(item.sk);
    return item;
  };
  table.query = async (asked) => {
    const page = await query(asked);
    read.push(...page.items.map(({ sk }) => sk));
    return page;
  };
  const digestsRead = () => read.filter((sk) => sk.startsWith('DIG#')).length;
  return { ledger, table, read, digestsRead };
}

type Watched = ReturnType<typeof openWatched>;

async function freeze({ ledger }: Watched, number: number, routeId = 'crm') {
  await ledger.signals.record(exampleNewSignal(number, { routeIds: [routeId] }));
  const pointer = { routeId, slot: new Date(now + number * 60_000).toISOString(), part: 1 };
  await freezeOldest(ledger, pointer, now, { digestId: `msg_${routeId}_${number}` });
  return pointer;
}

async function deliver(watched: Watched, count: number, routeId = 'crm') {
  for (let number = 1; number <= count; number += 1) {
    await settleDue(watched.ledger, await freeze(watched, number, routeId), now, { to: 'DELIVERED' });
  }
}

const owed = ({ table }: Watched) =>
  [...table.all()].flatMap(({ pk, sk }) => (sk.startsWith('OWED#') ? [`${pk} ${sk}`] : []));

describe('looking for what is undelivered', () => {
  it('reads nothing of what a route has delivered, be it in the config or not', async () => {
    const watched = openWatched();
    await deliver(watched, 40);
    const { ledger, read } = watched;
    read.length = 0;
    expect(await ledger.pending.countVanished([], 100)).toEqual([]);
    expect(await ledger.pending.findVanished([], now)).toEqual([]);
    expect(await ledger.digests.listUndelivered('crm')).toEqual([]);
    expect(await ledger.pending.describe('crm', now)).toMatchObject({ digests: [], oldestAt: null });
    expect(read.filter((sk) => sk !== 'crm' && sk !== 'META')).toEqual([]);
  });

  it('reads each undelivered digest once, and none to count them', async () => {
    const watched = openWatched();
    await deliver(watched, 10);
    await freeze(watched, 11);
    await settleDue(watched.ledger, await freeze(watched, 12), now, { to: 'DEAD', reason: 'gone' });
    const { ledger, read, digestsRead } = watched;
    read.length = 0;
    expect(await ledger.pending.countVanished([], 100)).toMatchObject([{ routeId: 'crm', digests: 2 }]);
    expect(digestsRead()).toBe(0);
    expect(await ledger.digests.listUndelivered('crm')).toMatchObject([
      { state: 'FROZEN' },
      { state: 'DEAD' },
    ]);
    expect(digestsRead()).toBe(2);
  });

  it.each([1, 4, 5, 6, 7])('lists the first and the last three of %i, each once', async (count) => {
    const watched = openWatched();
    for (let number = 1; number <= count; number += 1) await freeze(watched, number);
    const all = (await watched.ledger.digests.listUndelivered('crm')).map(({ digestId }) => digestId);
    const { digests, isAll } = await watched.ledger.digests.listOutermost('crm', 3);
    expect(digests.map(({ digestId }) => digestId)).toEqual(count === 7 ? all.toSpliced(3, 1) : all);
    expect(isAll).toBe(count < 6);
  });
});

it('the pointer to a digest stands until the digest is delivered or discarded, and again from a resend on', async () => {
  const watched = openWatched();
  const { ledger } = watched;
  const [one, two] = [await freeze(watched, 1), await freeze(watched, 2)];
  expect(owed(watched)).toEqual([one, two].map(({ slot }) => `R#crm OWED#DIG#${slot}#0001`));
  await settleDue(watched.ledger, one, now, { to: 'FROZEN', nextAttemptAt: now });
  await settleDue(watched.ledger, one, now, { to: 'DELIVERED' });
  await settleDue(watched.ledger, two, now, { to: 'DEAD', reason: 'gone' });
  expect(owed(watched)).toEqual([`R#crm OWED#DIG#${two.slot}#0001`]);
  await ledger.pending.discard({ routeId: 'crm', scope: 'all' });
  expect(owed(watched)).toEqual([]);
  await ledger.digests.resend(await ledger.digests.listDelivered('crm', 0), now);
  expect(owed(watched)).toEqual([`R#crm OWED#DIG#${one.slot}#0001`]);
});

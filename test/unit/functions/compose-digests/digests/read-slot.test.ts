import { describe, expect, it } from 'vitest';
import { readSlot } from '../../../../../functions/compose-digests/digests/read-slot.ts';
import type { Mute } from '../../../../../shared/domain/routes/mute.ts';
import type { FloodRule } from '../../../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../../support/functions/example-routes.ts';
import { composeNow, openComposing } from '../../../../support/functions/open-composing.ts';

interface Outbox {
  readonly flood?: FloodRule;
  readonly mutes?: readonly Mute[];
}

/** Reads an outbox of one entry a page, and keeps two of them in full. */
async function read(entries: readonly OutboxEntry[], { flood, mutes = [] }: Outbox = {}) {
  let pages = 0;
  const { ports, ledger } = openComposing([], {
    entriesAtOnce: 2,
    ledger: {
      outbox: {
        async *readPages() {
          for (const entry of entries) {
            pages += 1;
            yield [entry];
          }
        },
      },
    },
  });
  const reading = await readSlot(ports, {
    delaying: { route: { ...immediateRoute, flood: flood ?? 'off' }, mutes, round: null },
    item: await ledger.routes.read(immediateRoute.id),
    isLeft: () => false,
    at: composeNow,
  });
  return { ...reading, pages, inFull: reading.entries.filter(({ full }) => full !== null).length };
}

const some = (count: number, over: Partial<OutboxEntry> = {}): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => exampleEntry(index, over));
const over = (number: number): FloodRule => ({ over: number, show: 1 });

describe('a reading of the outbox', () => {
  it('ends as soon as it has looked at five times as many entries as it keeps', async () => {
    expect(await read(some(20))).toMatchObject({ pages: 10, inFull: 2, isEnd: false });
  });

  it('counts the muted among the delayed by their mute, with a name that one of the signals has', async () => {
    const until = composeNow + 1;
    const mute = (id: string): Mute => ({ kind: 'buyer', id, until, because: 'they signed' });
    const entries = some(5).map((entry, index) => ({
      ...entry,
      buyerId: ['a', 'a', 'b', 'c', 'c'][index] as string,
      signal: entry.signal && { ...entry.signal, ...(index === 0 ? { buyerName: null } : {}) },
    }));
    const reading = await read(entries, { mutes: [mute('a'), mute('b')] });
    const { buyerName: name } = exampleEntry(1).signal ?? {};
    expect(reading.muted).toEqual([
      { kind: 'buyer', id: 'a', until, name, signals: 2 },
      { kind: 'buyer', id: 'b', until, name, signals: 1 },
    ]);
  });
});

describe('a reading where a flood rule counts', () => {
  it('ends once there are too many, and as many as it keeps', async () => {
    expect(await read(some(20), { flood: over(14) })).toMatchObject({ pages: 15, inFull: 2 });
    expect(await read(some(20), { flood: over(1) })).toMatchObject({ pages: 10, inFull: 2 });
    expect(await read(some(20), { flood: over(0) })).toMatchObject({ pages: 10, inFull: 2 });
  });

  it('ends with what was released once it has as many as it keeps: that goes out first', async () => {
    const entries = some(20).map((entry, index) => ({ ...entry, released: index === 1 }));
    const reading = await read(entries, { flood: over(30) });
    expect(reading.pages).toBe(10);
    expect(reading.entries).toMatchObject([{ key: entries[1]?.key, released: true }]);
    // The route is due by those that it leaves for the next reading, too.
    expect(reading.from).toEqual(entries.slice(0, 10).map(({ firstSeenAt }) => firstSeenAt));
  });
});

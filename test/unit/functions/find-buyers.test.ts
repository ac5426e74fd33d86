import { describe, expect, it } from 'vitest';
import {
  type FindBuyersPorts,
  findBuyers,
  type KnownRoster,
  type RosterProgress,
  type RowPage,
} from '../../../functions/plan-polls/find-buyers.ts';
import { bridgeId } from '../../support/example-signals.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const hourMs = 3_600_000;
const isoAgo = (ms: number): string => new Date(now - ms).toISOString();

/** A page of rows, each a buyer and how long ago it changed. */
function page(pageNumber: number, rows: readonly (readonly [string | null, number | null])[]): RowPage {
  return {
    pageNumber,
    rows: rows.map(([buyerId, agoMs]) => ({ buyerId, updatedAt: agoMs === null ? null : isoAgo(agoMs) })),
  };
}

const refused = new Error('400');

interface Upstream {
  readonly newest?: readonly (RowPage | Error)[];
  readonly all?: readonly (RowPage | Error)[];
}

function open(known: Partial<KnownRoster>, { newest = [], all = [] }: Upstream) {
  const asked: string[] = [];
  const saved: RosterProgress[] = [];
  const added: string[] = [];
  async function* rowPages({ newestFirst, firstPage }: { newestFirst: boolean; firstPage: number }) {
    for (const one of newestFirst ? newest : all) {
      asked.push(`${newestFirst ? 'newest' : 'all'} from ${firstPage}`);
      if (one instanceof Error) throw one;
      yield one;
    }
  }
  const ports: FindBuyersPorts = {
    clock: { now: () => now, sleep: async () => undefined },
    rowPages,
    isSortRefused: (error) => error === refused,
    readRoster: async () => ({
      buyerIds: new Set(),
      lastFullAt: null,
      nextPage: null,
      newestRowAt: null,
      unsortedAt: null,
      ...known,
    }),
    addRosterBuyer: async (_, buyerId) => void added.push(buyerId),
    saveRosterProgress: async (_, progress) => void saved.push(progress),
  };
  const find = (eachTick = false) => findBuyers(ports, bridgeId, Number.POSITIVE_INFINITY, eachTick);
  return { find, asked, saved, added };
}

const lately = { lastFullAt: now - hourMs, newestRowAt: now - hourMs };

describe('the buyers of a bridge', () => {
  it('are found in all of its rows the first time, each once', async () => {
    const { find, added, saved, asked } = open(
      { buyerIds: new Set(['known']) },
      {
        all: [
          page(1, [
            ['a', 5],
            [null, 1],
          ]),
          page(2, [
            ['a', 9],
            ['known', 3],
          ]),
        ],
      },
    );
    expect(await find()).toEqual(new Set(['known', 'a']));
    expect(added).toEqual(['a']);
    expect(asked).toEqual(['all from 1', 'all from 1']);
    expect(saved).toEqual([{ lastFullAt: now, nextPage: null, newestRowAt: now - 1 }]);
  });

  it('are then looked for among the newest rows, back to an hour before the newest that was seen', async () => {
    const newest = [
      page(1, [
        ['a', 10],
        ['b', hourMs + 5],
      ]),
      page(2, [['c', 2 * hourMs]]),
      page(3, [['d', 2 * hourMs + 1]]),
      page(4, [['never', 9 * hourMs]]),
    ];
    const { find, saved, asked } = open(lately, { newest });
    expect(await find()).toEqual(new Set(['a', 'b', 'c', 'd']));
    expect(asked).toHaveLength(3);
    expect(saved).toEqual([{ newestRowAt: now - 10 }]);
  });

  it('are not looked for behind rows whose time cannot be read', async () => {
    const { find, asked, saved } = open(lately, { newest: [page(1, [['a', null]]), page(2, [['b', 1]])] });
    expect(await find()).toEqual(new Set(['a']));
    expect(asked).toHaveLength(1);
    expect(saved).toEqual([]);
  });

  it('are read out of all rows again once a day', async () => {
    const known = { ...lately, lastFullAt: now - 24 * hourMs };
    const { find, asked } = open(known, {
      newest: [page(1, [['a', 99 * hourMs]])],
      all: [page(1, [['b', 1]])],
    });
    expect(await find()).toEqual(new Set(['a', 'b']));
    expect(asked).toEqual(['newest from 1', 'all from 1']);
  });
});

describe('a server that refuses the sort', () => {
  it('is remembered, and all rows are read once an hour instead', async () => {
    const first = open(lately, { newest: [refused], all: [page(1, [['a', 1]])] });
    expect(await first.find()).toEqual(new Set(['a']));
    expect(first.saved[0]).toEqual({ unsortedAt: now });
    const unsortedAt = now - hourMs;
    const soon = open({ ...lately, lastFullAt: now - hourMs + 1, unsortedAt }, { newest: [refused] });
    await soon.find();
    expect(soon.asked).toEqual([]);
    const due = open({ ...lately, unsortedAt }, { newest: [refused], all: [page(1, [])] });
    await due.find();
    expect(due.asked).toEqual(['all from 1']);
  });

  it('has all of its rows read at once in a run by hand', async () => {
    const known = { ...lately, lastFullAt: now - 1, unsortedAt: now - 1 };
    const { find, asked } = open(known, { all: [page(1, [])] });
    await find(true);
    expect(asked).toEqual(['all from 1']);
  });

  it('is asked once more after a day', async () => {
    const known = { ...lately, unsortedAt: now - 24 * hourMs };
    const { find, asked } = open(known, { newest: [page(1, [['a', 1]])] });
    await find();
    expect(asked).toContain('newest from 1');
  });

  it('is told from one that fails', async () => {
    const { find, saved } = open(lately, { newest: [new Error('500')] });
    await expect(find()).rejects.toThrow('500');
    expect(saved).toEqual([]);
  });
});

describe('a reading of all rows that is cut off', () => {
  it('leaves a mark each twenty pages, and keeps whom it found', async () => {
    const pages = Array.from({ length: 45 }, (_, index) => page(index + 1, [[`buyer-${index}`, 1]]));
    const { find, saved, added } = open({}, { all: [...pages, new Error('no time left')] });
    await expect(find()).rejects.toThrow('no time left');
    expect(saved).toEqual([{ nextPage: 21 }, { nextPage: 41 }]);
    expect(added).toHaveLength(45);
  });

  it('goes on at its mark', async () => {
    const { find, asked, saved } = open({ nextPage: 41 }, { all: [page(41, [['a', 1]])] });
    await find();
    expect(asked).toEqual(['all from 41']);
    expect(saved).toEqual([{ lastFullAt: now, nextPage: null, newestRowAt: now - 1 }]);
  });
});

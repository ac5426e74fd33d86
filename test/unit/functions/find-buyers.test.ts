import { describe, expect, it } from 'vitest';
import {
  type FindBuyersPorts,
  findBuyers,
  type KnownRoster,
  type RosterProgress,
} from '../../../functions/plan-polls/find-buyers.ts';
import type { RowPage } from '../../../functions/plan-polls/look-at-rows.ts';
import type { BridgeMark } from '../../../shared/domain/announcing.ts';
import { bridgeId } from '../../support/example-signals.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const hourMs = 3_600_000;
const isoAgo = (ms: number): string => new Date(now - ms).toISOString();

/** A page of rows, each a buyer and how long ago it changed. */
function page(
  pageNumber: number,
  rows: readonly (readonly [string | null, number | null])[],
  isLast = false,
): RowPage {
  return {
    pageNumber,
    isLast,
    rows: rows.map(([buyerId, agoMs]) => ({ buyerId, updatedAt: agoMs === null ? null : isoAgo(agoMs) })),
  };
}

const refused = new Error('400');

interface Upstream {
  readonly newest?: readonly (RowPage | Error)[];
  readonly all?: readonly (RowPage | Error)[];
  /** What is thrown for a later page than the first where a reading begins. */
  readonly beyondEnd?: Error;
}

/** Looked at a quarter of an hour ago, when the newest row was three quarters old. */
const mark: BridgeMark = {
  bridgeId,
  seenAt: null,
  lookedAt: now - hourMs / 4,
  newestRowAt: now - hourMs,
  newestSeenAt: now - hourMs / 4,
  unsortedAt: null,
};

function open(
  known: Partial<KnownRoster>,
  { newest = [], all = [], beyondEnd }: Upstream,
  before: Partial<BridgeMark> = {},
) {
  const asked: string[] = [];
  const saved: RosterProgress[] = [];
  const added: string[] = [];
  async function* rowPages({ newestFirst, firstPage }: { newestFirst: boolean; firstPage: number }) {
    const known = newestFirst ? newest : all;
    for (const one of beyondEnd && firstPage > 1 ? [beyondEnd] : known) {
      asked.push(`${newestFirst ? 'newest' : 'all'} from ${firstPage}`);
      if (one instanceof Error) throw one;
      yield one;
    }
  }
  const ports: FindBuyersPorts = {
    clock: { now: () => now, sleep: async () => undefined },
    rowPages,
    isRefused: (error) => error === refused,
    isPageRefused: (error) => error === refused,
    readRoster: async () => ({ buyerIds: new Set(), lastFullAt: null, nextPage: null, ...known }),
    addRosterBuyer: async (_, buyerId) => void added.push(buyerId),
    saveRosterProgress: async (_, progress) => void saved.push(progress),
  };
  const find = (allRows = false) =>
    findBuyers(ports, { ...mark, ...before }, { deadline: Number.POSITIVE_INFINITY, mostPages: 3, allRows });
  return { find, asked, saved, added };
}

const lately = { lastFullAt: now - hourMs };

describe('the buyers of a bridge', () => {
  it('are found in all of its rows the first time, each once, and its rows are to be looked at later', async () => {
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
    const { buyerIds, look } = await find();
    expect(buyerIds).toEqual(new Set(['known', 'a']));
    expect(look).toMatchObject({ problem: 'first-look', mark });
    expect(added).toEqual(['a']);
    expect(asked).toEqual(['all from 1', 'all from 1']);
    expect(saved).toEqual([{ lastFullAt: now, nextPage: null }]);
  });

  it('are then looked for among the newest rows, older ones on the same page included', async () => {
    const newest = [
      page(1, [
        ['a', 10],
        ['b', hourMs],
        ['c', 9 * hourMs],
      ]),
      page(2, [['never', 10 * hourMs]]),
    ];
    const { find, added, asked, saved } = open(lately, { newest });
    const { buyerIds, look } = await find();
    expect(buyerIds).toEqual(new Set(['a', 'b', 'c']));
    expect(added).toEqual(['a', 'b', 'c']);
    expect(look.named).toEqual(new Set(['a', 'b']));
    expect(asked).toEqual(['newest from 1']);
    expect(saved).toEqual([]);
  });

  it('are read out of all rows again once a day', async () => {
    const known = { lastFullAt: now - 24 * hourMs };
    const { find, asked } = open(known, {
      newest: [page(1, [['a', 99 * hourMs]])],
      all: [page(1, [['b', 1]])],
    });
    expect((await find()).buyerIds).toEqual(new Set(['a', 'b']));
    expect(asked).toEqual(['newest from 1', 'all from 1']);
  });

  it('are read out of all rows after an hour where more of them changed than are looked at', async () => {
    const newest = [1, 2, 3].map((number) => page(number, [[`buyer-${number}`, number]]));
    const { find, asked } = open(lately, { newest, all: [page(1, [['beyond', 1]])] });
    const { buyerIds, look } = await find();
    expect(look.problem).toBe('too-many');
    expect(buyerIds).toContain('beyond');
    expect(asked.at(-1)).toBe('all from 1');
  });
});

describe('a server that refuses the sort', () => {
  it('is remembered, and all rows are read once an hour instead', async () => {
    const first = open(lately, { newest: [refused], all: [page(1, [['a', 1]])] });
    const { buyerIds, look } = await first.find();
    expect(buyerIds).toEqual(new Set(['a']));
    expect(look).toMatchObject({ problem: 'unsorted', mark: { unsortedAt: now } });
    const unsortedAt = now - hourMs;
    const soon = open({ lastFullAt: now - hourMs + 1 }, { newest: [refused] }, { unsortedAt });
    await soon.find();
    expect(soon.asked).toEqual([]);
    const due = open(lately, { newest: [refused], all: [page(1, [])] }, { unsortedAt });
    await due.find();
    expect(due.asked).toEqual(['all from 1']);
  });

  it('has all of its rows read at once in a run by hand', async () => {
    const { find, asked } = open({ lastFullAt: now - 1 }, { all: [page(1, [])] }, { unsortedAt: now - 1 });
    await find(true);
    expect(asked).toEqual(['all from 1']);
  });

  it('is asked once more after a day', async () => {
    const { find, asked } = open(
      lately,
      { newest: [page(1, [['a', 1]])] },
      { unsortedAt: now - 24 * hourMs },
    );
    await find();
    expect(asked).toContain('newest from 1');
  });

  it('is told from one that fails', async () => {
    const { find } = open(lately, { newest: [new Error('500')] });
    await expect(find()).rejects.toThrow('500');
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
    expect(saved).toEqual([{ lastFullAt: now, nextPage: null }]);
  });

  it('begins at page 1 when upstream refuses the page at its mark: the bridge has fewer rows by now', async () => {
    const { find, asked, saved } = open({ nextPage: 21 }, { all: [page(1, [['a', 1]])], beyondEnd: refused });
    expect((await find()).buyerIds).toEqual(new Set(['a']));
    expect(asked).toEqual(['all from 21', 'all from 1']);
    expect(saved).toEqual([{ nextPage: null }, { lastFullAt: now, nextPage: null }]);
  });

  it('keeps its mark when upstream fails otherwise, and when a later page is refused', async () => {
    const failing = open({ nextPage: 21 }, { beyondEnd: new Error('500') });
    await expect(failing.find()).rejects.toThrow('500');
    expect([failing.asked, failing.saved]).toEqual([['all from 21'], []]);
    const later = open({ nextPage: 21 }, { all: [page(21, [['a', 1]]), refused] });
    await expect(later.find()).rejects.toBe(refused);
    expect(later.saved).toEqual([]);
  });

  it('is tried no second time when page 1 is refused', async () => {
    const { find, asked } = open({}, { all: [refused] });
    await expect(find()).rejects.toBe(refused);
    expect(asked).toEqual(['all from 1']);
  });
});

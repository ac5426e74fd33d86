import { describe, expect, it } from 'vitest';
import { createFinder, type FindBuyersPorts } from '../../../functions/plan-polls/find-buyers.ts';
import type { RowPage } from '../../../functions/plan-polls/look-at-rows.ts';
import { judgeFailure } from '../../../functions/plan-polls/row-source.ts';
import {
  HttpStatusError,
  isOutOfTime,
  isPageRefused,
  TransportError,
  UpstreamPausedError,
} from '../../../shared/domain/errors.ts';
import type { BridgeMark } from '../../../shared/domain/polling/poll-plan.ts';
import type { Roster, RosterProgress, RowReading } from '../../../shared/domain/polling/roster.ts';
import { bridgeId } from '../../support/examples/example-signals.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const isoAgo = (ms: number): string => new Date(now - ms).toISOString();

type Rows = readonly (readonly [string | null, number | null])[];

/** A page of rows, each a buyer and how long ago it changed. */
function page(pageNumber: number, rows: Rows, over: Partial<RowPage> = {}): RowPage {
  return {
    pageNumber,
    isLast: false,
    totalItems: 1_000,
    servedAt: now,
    unreadable: [],
    rows: rows.map(([buyerId, agoMs], index) => ({
      id: `${pageNumber}-${index}`,
      buyerId,
      updatedAt: agoMs === null ? null : isoAgo(agoMs),
      isDated: false,
    })),
    ...over,
  };
}

/** All rows of a bridge that stands still, a row a page. */
function whole(...buyerIds: readonly string[]): RowPage[] {
  const totalItems = buyerIds.length;
  return buyerIds.map((buyerId, index) => page(index + 1, [[buyerId, 1]], { totalItems }));
}

const status = (code: number): HttpStatusError => new HttpStatusError(code, `answered ${code}`);
const outOfTime = new TransportError('TIMEOUT', 'not begun');

interface Upstream {
  readonly newest?: readonly (RowPage | Error)[];
  readonly all?: readonly (RowPage | Error)[];
  /** What all rows show from a page on, instead of `all`. */
  readonly allFrom?: (firstPage: number) => readonly (RowPage | Error)[];
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
  failingSince: null,
};

function open(
  { buyers = new Map(), ...known }: Partial<Roster> & { readonly buyers?: ReadonlyMap<string, number> },
  { newest = [], all = [], allFrom, beyondEnd }: Upstream,
  before: Partial<BridgeMark> = {},
  over: Partial<FindBuyersPorts> = {},
) {
  const asked: string[] = [];
  const saved: RosterProgress[] = [];
  const written: string[] = [];
  const dropped: string[] = [];
  const roused: string[] = [];
  const inRoster = new Map(buyers);
  const looked: string[] = [];
  async function* rowPages({ newestFirst, firstPage }: { newestFirst: boolean; firstPage: number }) {
    const known = newestFirst ? newest : (allFrom?.(firstPage) ?? all);
    for (const one of beyondEnd && firstPage > 1 ? [beyondEnd] : known) {
      asked.push(`${newestFirst ? 'newest' : 'all'} from ${firstPage}`);
      if (one instanceof Error) throw one;
      yield one;
    }
  }
  const ports: FindBuyersPorts = {
    clock: { now: () => now, sleep: async () => undefined },
    rowPages,
    judgeFailure,
    isPageRefused,
    isOutOfTime,
    readFirstFullAt: async () => null,
    isInRoster: async () => false,
    readRosterBuyers: async () => new Map(inRoster),
    findInRoster: async (_, asked) => {
      looked.push(...asked);
      return asked.filter((buyerId) => inRoster.has(buyerId));
    },
    rouse: async (buyerId) => void roused.push(`${buyerId} before ${written.length} writes`),
    noteNewcomer: async (buyerId, newsSince) => void written.push(`${buyerId} news since ${newsSince}`),
    saveRosterBuyer: async (_, buyerId, at) => {
      written.push(buyerId);
      inRoster.set(buyerId, at);
    },
    dropRosterBuyer: async (_, buyerId) => {
      dropped.push(buyerId);
      inRoster.delete(buyerId);
    },
    saveRosterProgress: async (_, progress) => void saved.push(progress),
    ...over,
  };
  const roster: Roster = {
    firstFullAt: known.lastFullAt ?? null,
    lastFullAt: null,
    doubtedAt: null,
    reading: null,
    ...known,
  };
  const find = async (allRows = false, mayBeNewcomer: (buyerId: string) => boolean = () => true) => {
    const limits = { deadline: Number.POSITIVE_INFINITY, mostPages: 3, allRows, mayBeNewcomer };
    const finder = createFinder(ports, { ...mark, ...before }, roster, limits);
    await finder.look();
    const failure = await finder.readThrough();
    return { buyerIds: new Set(inRoster.keys()), look: finder.found(), failure };
  };
  return { find, asked, saved, written, dropped, roused, looked };
}

const lately = { lastFullAt: now - hourMs };
const done = { firstFullAt: now, lastFullAt: now, reading: null };

describe('the buyers of a bridge', () => {
  it('are due from before the roster has them until they were read', async () => {
    const { find, roused, written } = open({}, { all: [page(1, [['a', 1]])] });
    await find();
    expect(roused).toEqual(['a before 0 writes']);
    expect(written).toEqual(['a']);
  });

  it('are found in all of its rows the first time, each once', async () => {
    const { find, written, saved, asked } = open(
      { buyers: new Map([['known', now]]) },
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
    const { buyerIds, failure } = await find();
    expect(buyerIds).toEqual(new Set(['known', 'a']));
    expect(failure).toBeNull();
    expect(written).toEqual(['a']);
    expect(asked).toEqual(['all from 1', 'all from 1']);
    expect(saved).toEqual([done]);
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
    const { find, asked, saved } = open({ ...lately, buyers: new Map([['c', now]]) }, { newest });
    const { buyerIds, look } = await find();
    expect(buyerIds).toEqual(new Set(['a', 'b', 'c']));
    expect(look.named).toEqual(new Set(['a', 'b']));
    expect(asked).toEqual(['newest from 1']);
    expect(saved).toEqual([]);
  });

  it('are not looked for in the roster again while they stay on the first page unchanged', async () => {
    const newest = [
      page(1, [
        ['changed', 10],
        ['stays', 9 * hourMs],
        ['moved here', 10 * hourMs],
      ]),
    ];
    const buyers = new Map(['changed', 'stays', 'moved here'].map((buyerId) => [buyerId, now]));
    const { find, looked } = open({ ...lately, buyers }, { newest }, { recent: ['changed', 'stays'] });
    const { look } = await find();
    expect(looked).toEqual(['changed', 'moved here']);
    expect(look.mark.recent).toEqual(['changed', 'stays', 'moved here']);
    const sinceThen = open({ lastFullAt: now, buyers }, { newest }, { recent: ['changed', 'stays'] });
    await sinceThen.find();
    expect(sinceThen.looked).toEqual(['changed', 'stays', 'moved here']);
  });

  it('are looked for in the roster again after their rows had gone, though these come back unchanged', async () => {
    const empty = await open(lately, { newest: [page(1, [])] }, { recent: ['a'] }).find();
    const { recent } = empty.look.mark;
    expect(recent).toEqual([]);

    const back = open(lately, { newest: [page(1, [['a', 9 * dayMs]])] }, { recent: recent ?? ['a'] });
    const { look } = await back.find();
    expect(back.looked).toEqual(['a']);
    expect([...look.named]).toEqual(['a']);
  });

  it('are due when they are new, however long ago their row changed', async () => {
    const newest = [page(1, [['a', 9 * hourMs]])];
    expect((await open(lately, { newest }).find()).look.named).toEqual(new Set(['a']));
  });

  it('are read out of all rows again once a day', async () => {
    const known = { lastFullAt: now - dayMs };
    const { find, asked, saved } = open(known, {
      newest: [page(1, [['a', 99 * hourMs]])],
      all: [page(1, [['b', 1]])],
    });
    expect((await find()).buyerIds).toEqual(new Set(['a', 'b']));
    expect(asked).toEqual(['newest from 1', 'all from 1']);
    expect(saved).toEqual([{ ...done, firstFullAt: now - dayMs }]);
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

describe('a bridge whose rows come in no order', () => {
  it('is remembered when it refuses the sort, and all rows are read once an hour instead', async () => {
    const first = open(lately, { newest: [status(400)], all: [page(1, [['a', 1]])] });
    const { buyerIds, look } = await first.find();
    expect(buyerIds).toEqual(new Set(['a']));
    expect(look).toMatchObject({ problem: 'unsorted', mark: { unsortedAt: now } });
    const unsortedAt = now - hourMs;
    const soon = open({ lastFullAt: now - hourMs + 1 }, { newest: [status(400)] }, { unsortedAt });
    await soon.find();
    expect(soon.asked).toEqual([]);
    const due = open(lately, { newest: [status(400)], all: [page(1, [])] }, { unsortedAt });
    await due.find();
    expect(due.asked).toEqual(['all from 1']);
  });

  it.each([
    ['422', status(422), null],
    ['500', status(500), status(500)],
    ['a timeout', outOfTime, outOfTime],
  ])(
    'gains buyers all the same when the sort fails by %s, and reports what may pass',
    async (_, error, told) => {
      const { find, asked } = open(lately, { newest: [error], all: [page(1, [['a', 1]])] });
      const { buyerIds, look, failure } = await find();
      expect(buyerIds).toEqual(new Set(['a']));
      expect(look.named).toEqual(new Set(['a']));
      expect(asked.at(-1)).toBe('all from 1');
      expect(failure).toEqual(told);
    },
  );

  it('is reported while its newest rows fail and a full read is not due', async () => {
    const error = status(500);
    const { find } = open({ lastFullAt: now - hourMs + 1 }, { newest: [error] });
    expect(await find()).toMatchObject({ failure: error, look: { problem: 'failed' } });
  });

  it.each([
    ['its rows are unsorted', [], { unsortedAt: now - 1 }],
    ['its newest rows fail', [status(500)], {}],
    ['too many of its rows changed', [1, 2, 3].map((number) => page(number, [['a', number]])), {}],
  ])('has all of its rows read at once in a run by hand when %s', async (_, newest, before) => {
    const { find, asked } = open({ lastFullAt: now - 1 }, { newest, all: [page(1, [])] }, before);
    await find(true);
    expect(asked.at(-1)).toBe('all from 1');
  });

  it('is asked once more after a day', async () => {
    const { find, asked } = open(lately, { newest: [page(1, [['a', 1]])] }, { unsortedAt: now - dayMs });
    await find();
    expect(asked).toContain('newest from 1');
  });

  it.each([
    ['a paused service', new UpstreamPausedError('failing', now)],
    ['a rejected token', status(401)],
  ])('is not confused with %s, which ends the tick', async (_, error) => {
    const { find, asked } = open(lately, { newest: [error], all: [page(1, [['a', 1]])] });
    await expect(find()).rejects.toBe(error);
    expect(asked).toEqual(['newest from 1']);
  });
});

describe('a reading of all rows that ends early', () => {
  const pages = Array.from({ length: 45 }, (_, index) => page(index + 1, [[`buyer-${index}`, 1]]));
  const readingOf = (nextPage: number, more: Partial<RowReading> = {}) => ({
    reading: { startedAt: now, nextPage, rows: nextPage - 1, ...more },
  });
  const resumed = { reading: { startedAt: now - hourMs, nextPage: 41, rows: 40 } };

  it('saves a mark every 20 pages and after the last one, with the buyers found', async () => {
    const { find, saved, written } = open({}, { all: [...pages, outOfTime] });
    const { buyerIds, failure } = await find();
    expect(saved).toEqual([readingOf(21), readingOf(41), readingOf(46)]);
    expect(written).toHaveLength(45);
    expect(buyerIds.size).toBe(45);
    expect(failure).toBeNull();
  });

  it('advances by as few pages as a tick has time for', async () => {
    const { find, saved } = open({}, { all: [...pages.slice(0, 3), outOfTime] });
    await find();
    expect(saved).toEqual([readingOf(4)]);
  });

  it('keeps what the look at its newest rows said', async () => {
    const known = { lastFullAt: now - dayMs, buyers: new Map([['a', now]]) };
    const newest = [page(1, [['a', 1]])];
    const { look } = await open(known, { newest, all: [...pages.slice(0, 3), outOfTime] }).find();
    expect(look).toMatchObject({ problem: null, mark: { lookedAt: now } });
    expect(look.named).toContain('a');
  });

  it('saves its mark after a failure, too, and is reported', async () => {
    const { find, saved } = open({}, { all: [...pages.slice(0, 3), status(500)] });
    expect((await find()).failure).toEqual(status(500));
    expect(saved).toEqual([readingOf(4, { failures: 1 })]);
  });

  it('saves its mark when upstream is paused, which ends the tick', async () => {
    const paused = new UpstreamPausedError('failing', now);
    const { find, saved } = open({}, { all: [...pages.slice(0, 3), paused] });
    await expect(find()).rejects.toBe(paused);
    expect(saved).toEqual([readingOf(4)]);
  });

  it('is reported if there is no time for a page, and in a run by hand', async () => {
    const stuck = open(resumed, { all: [outOfTime] });
    expect((await stuck.find()).failure).toBe(outOfTime);
    expect(stuck.saved).toEqual([{ reading: { ...resumed.reading, failures: 1 } }]);
    expect((await open({}, { all: [...pages, outOfTime] }).find(true)).failure).toBe(outOfTime);
  });

  it('resumes at its mark, and keeps the start time of its first part', async () => {
    const { find, asked, saved } = open(resumed, { all: [page(41, [['a', 1]])] });
    await find();
    expect(asked).toEqual(['all from 41']);
    expect(saved).toEqual([{ firstFullAt: now - hourMs, lastFullAt: now, reading: null }]);
  });

  it('begins with its first row, and not with a tick that failed before it', async () => {
    const before = { startedAt: now - hourMs, nextPage: 1, rows: 0 };
    const unbegun = open({ reading: { ...before, failures: 1 } }, { all: [pages[0] as RowPage, outOfTime] });
    await unbegun.find();
    expect(unbegun.saved).toEqual([readingOf(2)]);

    const again = open(
      { reading: { ...before, restarted: true } },
      { all: [pages[0] as RowPage, outOfTime] },
    );
    await again.find();
    expect(again.saved).toEqual([readingOf(2, { startedAt: now - hourMs, restarted: true })]);
  });

  it('begins at page 1 when upstream refuses the page at its mark: the bridge has fewer rows by now', async () => {
    const { find, asked, saved } = open(resumed, { all: [page(1, [['a', 1]])], beyondEnd: status(400) });
    expect((await find()).buyerIds).toEqual(new Set(['a']));
    expect(asked).toEqual(['all from 41', 'all from 1']);
    const reading = { startedAt: now - hourMs, nextPage: 1, rows: 0, restarted: true };
    expect(saved).toEqual([{ reading }, { ...done, firstFullAt: now - hourMs }]);
  });

  it('counts what fails when upstream fails otherwise, and when a later page is refused', async () => {
    const failing = open(resumed, { beyondEnd: status(500) });
    expect((await failing.find()).failure).toEqual(status(500));
    expect([failing.asked, failing.saved]).toEqual([
      ['all from 41'],
      [{ reading: { ...resumed.reading, failures: 1 } }],
    ]);
    const later = open(resumed, { all: [page(41, [['a', 1]]), status(400)] });
    expect((await later.find()).failure).toEqual(status(400));
    expect(later.saved).toEqual([
      { reading: { startedAt: now - hourMs, nextPage: 42, rows: 41, failures: 1 } },
    ]);
  });

  it('is not resumed if another tick has ended it', async () => {
    const known = { lastFullAt: now - dayMs, reading: { startedAt: now - dayMs, nextPage: 41, rows: 40 } };
    const { find, asked } = open(known, { all: whole('a') });
    await find();
    expect(asked).toEqual(['all from 1']);
  });

  it('is tried no second time when page 1 is refused', async () => {
    const { find, asked } = open({}, { all: [status(400)] });
    expect((await find()).failure).toEqual(status(400));
    expect(asked).toEqual(['all from 1']);
  });
});

describe('a page of rows that fails tick after tick', () => {
  const buyers = new Map([['gone', now - 9 * dayMs]]);
  const stuckAt = (failures: number, over: Partial<RowReading> = {}) => ({
    buyers,
    reading: { startedAt: now - hourMs, nextPage: 2, rows: 1, failures, ...over },
  });
  const bad = (...badPages: number[]) => ({
    allFrom: (firstPage: number) =>
      [1, 2, 3, 4]
        .filter((number) => number >= firstPage)
        .map((number) =>
          badPages.includes(number) ? status(500) : page(number, [[`buyer-${number}`, 1]], { totalItems: 3 }),
        ),
  });

  it('is skipped in the third tick and reported; the reading ends, and drops nobody', async () => {
    const second = open(stuckAt(1), bad(2));
    expect(await second.find()).toMatchObject({ failure: status(500) });
    expect(second.asked).toEqual(['all from 2']);
    const third = open(stuckAt(2), bad(2));
    const { buyerIds, failure } = await third.find();
    expect(failure).toEqual(status(500));
    expect(buyerIds).toEqual(new Set(['gone', 'buyer-3', 'buyer-4']));
    expect(third.saved.at(-1)).toEqual({ firstFullAt: now - hourMs, lastFullAt: now, reading: null });
    expect(third.dropped).toEqual([]);
  });

  it('is read after all when it answers again', async () => {
    const { find } = open(stuckAt(7), bad());
    expect(await find()).toMatchObject({ failure: null });
  });

  it('is counted from the first on', async () => {
    const { find, saved } = open({}, bad(1));
    await find();
    expect(saved).toEqual([{ reading: { startedAt: now, nextPage: 1, rows: 0, failures: 1 } }]);
  });

  it('is skipped together with the pages after it, one more at each tick', async () => {
    const third = open(stuckAt(2), bad(2, 3));
    await third.find();
    expect(third.saved).toEqual([{ reading: stuckAt(3).reading }]);
    const fourth = open(stuckAt(3), bad(2, 3));
    expect((await fourth.find()).buyerIds).toContain('buyer-4');
  });

  it('ends the reading when it is the last one', async () => {
    const all = [status(500)];
    const allFrom = (firstPage: number) => (firstPage === 2 ? all : [status(400)]);
    const { find, saved } = open(stuckAt(2), { allFrom });
    expect((await find()).failure).toEqual(status(500));
    expect(saved.at(-1)).toMatchObject({ lastFullAt: now, reading: null });
  });

  it.each([
    ['is empty', page(2, [], { totalItems: 3 })],
    ['is refused', status(400)],
  ])('ends no reading that has shown no row, when the page behind it %s', async (_, behind) => {
    const allFrom = (firstPage: number) => [firstPage === 1 ? status(500) : behind];
    const only = { nextPage: 1, rows: 0 };
    const { find, saved } = open(stuckAt(2, only), { allFrom });
    expect((await find()).failure).toEqual(status(500));
    // It has not begun yet.
    expect(saved).toEqual([{ reading: { ...stuckAt(3, only).reading, startedAt: now } }]);
  });

  it('is remembered by the mark of a reading that ends early behind it, which drops nobody later', async () => {
    const early = open(stuckAt(2), {
      allFrom: (first) => (first === 2 ? [status(500)] : [page(3, [['a', 1]]), outOfTime]),
    });
    expect((await early.find()).failure).toEqual(status(500));
    const reading = { startedAt: now - hourMs, nextPage: 4, rows: 2, passedOver: 1 };
    expect(early.saved.at(-1)).toEqual({ reading });
    const later = open({ buyers, reading }, { all: [page(4, [['b', 1]], { totalItems: 3 })] });
    await later.find();
    expect(later.dropped).toEqual([]);
  });

  it('is not taken for the end of the bridge where it was refused before', async () => {
    const { find, asked } = open(stuckAt(1), { all: [status(400)] });
    await find();
    expect(asked).toEqual(['all from 2']);
  });

  it('hides no buyer that the newest rows name, although the bridge was never read through', async () => {
    const { find, written } = open(stuckAt(1), { ...bad(2), newest: [page(1, [['a', 1]])] });
    expect((await find()).look.named).toContain('a');
    expect(written).toContain('a');
  });
});

describe('a buyer that appears in a bridge that was read through', () => {
  const newest = [page(1, [['a', 1]])];

  it('has no baseline, which is stored before anything else', async () => {
    const { find, written } = open({ ...lately, firstFullAt: now - 9 * dayMs }, { newest });
    await find();
    expect(written).toEqual([`a news since ${now - 9 * dayMs}`, 'a']);
  });

  it('is not confused with a buyer that is already watched or excluded', async () => {
    const { find, written } = open(lately, { newest });
    await find(false, () => false);
    expect(written).toEqual(['a']);
  });

  it('is not confused with a buyer that was there when the bridge was read, by this tick or a concurrent one', async () => {
    const first = open({}, { all: whole('a') });
    await first.find();
    expect(first.written).toEqual(['a']);
    const other = open(
      {},
      { all: whole('a') },
      {},
      {
        readFirstFullAt: async () => now,
        isInRoster: async () => true,
      },
    );
    await other.find();
    expect(other.written).toEqual(['a']);
  });

  it('is recognized even if the tick believed it was the first to read the bridge', async () => {
    const { find, written } = open({}, { all: whole('a') }, {}, { readFirstFullAt: async () => now - 5 });
    await find();
    expect(written).toEqual([`a news since ${now - 5}`, 'a']);
  });
});

describe('a buyer that appears while its bridge is read for the first time, in several ticks', () => {
  const reading = { startedAt: now - 5 * hourMs, nextPage: 2, rows: 1 };
  const named = (isDated: boolean) => {
    const [row] = page(2, [['a', 1]]).rows as [RowPage['rows'][number]];
    return page(2, [], { totalItems: 2, rows: [{ ...row, isDated }] });
  };
  const news = [`a news since ${now - 5 * hourMs}`, 'a'];

  it('shows news since the reading began, where its rows say when they were created', async () => {
    const inReading = open({ reading }, { all: [named(true)] });
    await inReading.find();
    expect(inReading.written).toEqual(news);
    const inLook = open({ reading }, { newest: [named(true)], all: [status(500)] });
    await inLook.find();
    expect(inLook.written).toEqual(news);
  });

  it('shows a baseline while that reading has seen no row yet', async () => {
    const stuck = { startedAt: now - 5 * hourMs, nextPage: 1, rows: 0, failures: 1 };
    const { find, written } = open({ reading: stuck }, { all: [named(true)] });
    await find();
    expect(written).toEqual(['a']);
  });

  it('is a first run if its rows do not say so, or can not be read', async () => {
    const unreadable = [{ id: '2/0', buyerId: 'a' }];
    for (const shown of [named(false), { ...named(true), unreadable }]) {
      const { find, written } = open({ reading }, { all: [shown] });
      await find();
      expect(written).toEqual(['a']);
    }
  });

  it('is a first run in the first tick of the reading, and where the config names it', async () => {
    const first = open({}, { all: [named(true)] });
    await first.find();
    expect(first.written).toEqual(['a']);
    const watched = open({ reading }, { all: [named(true)] });
    await watched.find(false, () => false);
    expect(watched.written).toEqual(['a']);
  });
});

describe('a buyer that no row names any more', () => {
  const buyers = new Map([
    ['a', now - dayMs],
    ['gone', now - dayMs],
  ]);
  const known = { lastFullAt: now - dayMs, buyers };
  const all = whole('a', 'b');

  it('is dropped by a reading of all rows that fits together', async () => {
    const { find, dropped } = open(known, { all });
    expect((await find()).buyerIds).toEqual(new Set(['a', 'b']));
    expect(dropped).toEqual(['gone']);
  });

  it('stays while one of the newest rows names it', async () => {
    const newest = [page(1, [['gone', 1]])];
    const { find, dropped } = open(known, { newest, all });
    await find();
    expect(dropped).toEqual([]);
  });

  it.each([
    ['ended early', [...all, status(500)], null],
    ['shows fewer rows than the bridge has', whole('a', 'b', 'c').slice(0, 2), null],
    ['shows a row twice', [all[0] as RowPage, all[0] as RowPage], null],
    ['goes on with an earlier one', [page(2, [['b', 1]], { totalItems: 2 })], { nextPage: 2, rows: 1 }],
  ] as const)('stays when the reading %s, for three days', async (_, pages, mark) => {
    const reading = mark === null ? null : { ...mark, startedAt: now - hourMs };
    const { find, dropped } = open({ ...known, reading }, { all: pages });
    expect((await find()).buyerIds).toContain('gone');
    expect(dropped).toEqual([]);
  });

  it('is dropped after three days by a reading that does not fit together but saw as many rows as there are', async () => {
    const long = new Map([...buyers, ['gone', now - 3 * dayMs - hourMs - 1]]);
    const reading = { nextPage: 2, rows: 1, startedAt: now - hourMs };
    const pages = [page(2, [['b', 1]], { totalItems: 2 })];
    const resumed = open({ ...known, buyers: long, reading }, { all: pages });
    await resumed.find();
    expect(resumed.dropped).toEqual(['gone']);
    const fewer = open({ ...known, buyers: long, reading: { ...reading, rows: 0 } }, { all: pages });
    await fewer.find();
    expect(fewer.dropped).toEqual([]);
  });

  it('is known by a row that can not be read otherwise, which counts as any other', async () => {
    const [first, second] = whole('a', 'b') as [RowPage, RowPage];
    const pages = [first, { ...second, rows: [], unreadable: [{ id: '2/0', buyerId: 'gone' }] }];
    const { find, dropped } = open({ ...known, buyers: new Map([...buyers, ['b', now]]) }, { all: pages });
    await find();
    expect(dropped).toEqual(['b']);
  });

  const crowd = new Map(['a', 'b', 'c', 'd'].map((buyerId) => [buyerId, now - dayMs]));
  const nothing = [page(1, [], { totalItems: 0 })];

  it.each([
    ['of one', new Map([['a', now - dayMs]]), nothing],
    ['of two', buyers, nothing],
    ['but one of four', crowd, whole('a')],
  ])('stays if all %s would be dropped, until the next reading agrees', async (_, everybody, pages) => {
    const first = open({ ...known, buyers: everybody }, { all: pages });
    expect((await first.find()).buyerIds).toEqual(new Set(everybody.keys()));
    expect(first.dropped).toEqual([]);
    expect(first.saved).toEqual([{ ...done, firstFullAt: now - dayMs, doubtedAt: now }]);
    const next = open({ ...known, buyers: everybody, doubtedAt: now - dayMs }, { all: pages });
    await next.find();
    expect(next.dropped).toHaveLength(everybody.size - (pages === nothing ? 0 : 1));
    expect(next.saved).toEqual([{ ...done, firstFullAt: now - dayMs, doubtedAt: null }]);
  });

  it('is dropped at once together with half of four, which ends the doubt', async () => {
    const { find, dropped, saved } = open({ ...known, buyers: crowd }, { all: whole('a', 'b') });
    await find();
    expect(dropped).toEqual(['c', 'd']);
    expect(saved).toEqual([{ ...done, firstFullAt: now - dayMs }]);
    const doubted = open({ ...known, buyers: crowd, doubtedAt: now }, { all: whole('a', 'b', 'c', 'd') });
    await doubted.find();
    expect(doubted.saved.at(-1)).toMatchObject({ doubtedAt: null });
  });

  it('is noted as seen once a day while rows name it', async () => {
    const { find, written } = open(
      { ...known, buyers: new Map([...buyers, ['b', now - dayMs + 1]]) },
      { all },
    );
    await find();
    expect(written).toEqual(['a']);
  });
});

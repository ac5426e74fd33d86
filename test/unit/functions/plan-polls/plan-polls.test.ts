import { describe, expect, it } from 'vitest';
import { chooseAnnouncers } from '../../../../functions/plan-polls/choose-announcers.ts';
import { createHandler } from '../../../../functions/plan-polls/handler.ts';
import type { PlanPollsResult } from '../../../../functions/plan-polls/plan-polls.ts';
import type { SignalpostConfig } from '../../../../shared/config/signalpost-config.ts';
import { dayMs, hourMs, minuteMs, parseDuration } from '../../../../shared/domain/duration.ts';
import { HttpStatusError, TransportError } from '../../../../shared/domain/errors.ts';
import { afterFailure, regularAt } from '../../../../shared/domain/polling/due.ts';
import type { PollMessage } from '../../../../shared/domain/polling/poll-message.ts';
import type { BridgeMark, PollPlan } from '../../../../shared/domain/polling/poll-plan.ts';
import { bridgeId as bridge } from '../../../support/examples/example-signals.ts';
import { benchConfig, benchNow as now, openFunctions } from '../../../support/functions/open-functions.ts';

const cut = new TransportError('CONNECTION_FAILED', 'the connection was cut');
const outOfTime = new TransportError('TIMEOUT', 'no time left');
const status = (code: number) => new HttpStatusError(code, `answered ${code}`);

/** Spread over all times of the day, as the hashes in real ids are. */
function buyer(number: number): string {
  const hash = (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return `${hash}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

interface Row {
  readonly buyerId: string;
  readonly changedAt: number;
  readonly createdAt?: number;
}

const rowsOf = (...numbers: readonly number[]): Row[] =>
  numbers.map((number) => ({ buyerId: buyer(number), changedAt: now - 9 * hourMs - number * 10 * minuteMs }));

/** A watched bridge whose rows may change between ticks, and the calls that fail. */
function open(rows: readonly Row[], watch: Partial<SignalpostConfig['watch']> = {}) {
  const bridgeNow = {
    rows,
    pageSize: 20,
    /** Of a page of the newest rows, or of all rows; null for an answer. */
    failing: (_page: number, _newest: boolean): Error | null => null,
    /** The service counts the rows of a page alone, and the page behind the first one of all rows fails. */
    isCutShort: false,
    /** Of a control list; null for an empty one. */
    failingList: (_buyerId: string): Error | null => null,
  };
  const calls: string[] = [];
  const bench = openFunctions({
    config: {
      watch: { ...benchConfig.watch, bridges: [bridge], every: '15 minutes', allEvery: '12 hours', ...watch },
    },
    api: {
      async *bridgeRowPages({ pageNumber = 1, sorts }) {
        const { pageSize, failing } = bridgeNow;
        const ordered = sorts ? bridgeNow.rows.toSorted((a, b) => b.changedAt - a.changedAt) : bridgeNow.rows;
        const totalPages = Math.max(1, Math.ceil(ordered.length / pageSize));
        const paging = { pageSize, totalItems: ordered.length, totalPages, unreadable: [] };
        for (let page = pageNumber; page <= totalPages; page += 1) {
          calls.push(`${sorts ? 'newest' : 'all'} ${page}`);
          const error = failing(page, sorts !== undefined);
          if (error) throw error;
          const result = ordered.slice((page - 1) * pageSize, page * pageSize).map((row) => ({
            rowId: `row of ${row.buyerId}`,
            buyerId: row.buyerId,
            updatedAt: new Date(row.changedAt).toISOString(),
            createdAt: row.createdAt === undefined ? null : new Date(row.createdAt).toISOString(),
          }));
          yield { ...paging, pageNumber: page, result } as never;
          if (!sorts && bridgeNow.isCutShort) {
            const behind = { ...paging, pageNumber: page + 1, result: [], endFailed: true };
            return yield behind as never;
          }
        }
      },
      async listBuyerSignals({ buyerId }, { blames } = {}) {
        calls.push(`list ${buyerId}, which blames ${blames}`);
        const error = bridgeNow.failingList(buyerId);
        if (error) throw error;
        return { result: [], unreadable: [] } as never;
      },
    },
  });
  /** Nobody is due by their small number. */
  const ports = { ...bench.ports, everyoneUpTo: 0 };
  const tick = async (event: object = { due: true }, over: Partial<typeof ports> = {}) => {
    bench.queued.poll.length = 0;
    calls.length = 0;
    const handle = createHandler({ ...ports, ...over });
    return (await handle(event, { getRemainingTimeInMillis: () => 300_000 })) as PlanPollsResult;
  };
  const messages = () => bench.queued.poll as PollMessage[];
  const tickAfter = (ms = 15 * minuteMs) => {
    bench.time.now += ms;
    return tick();
  };
  return {
    ...bench,
    ports,
    bridgeNow,
    calls,
    tick,
    tickAfter,
    messages,
    polled: () =>
      messages()
        .flatMap(({ buyerIds }) => buyerIds)
        .toSorted(),
    roster: async () => [...(await bench.ledger.rosters.listBuyers(bridge)).keys()].toSorted(),
    /** As if every list had been read completely. */
    calm: async (...numbers: readonly number[]) => {
      const startedAt = bench.time.now;
      for (const buyerId of numbers.map(buyer)) {
        const before = await bench.ledger.buyers.read(buyerId);
        const dueAt = regularAt(buyerId, startedAt, 12 * hourMs);
        await bench.ledger.buyers.completeScan(before, { startedAt, dueAt, listing: null });
        await bench.ledger.upstream.noteShown(
          { shownAt: startedAt, shownBuyer: buyerId, itemAt: 0 },
          startedAt,
        );
      }
    },
    observedOf: (kind: string) => bench.observed.filter((one) => one.kind === kind),
  };
}

/** Two hours later: every buyer was polled, and no row changed lately. */
async function openLater(numbers: readonly number[], watch: Partial<SignalpostConfig['watch']> = {}) {
  const bench = open(rowsOf(...numbers), watch);
  for (const later of [2 * hourMs, 15 * minuteMs]) {
    await bench.tick();
    await bench.calm(...numbers);
    bench.time.now += later;
  }
  return bench;
}

const buyers = (...numbers: readonly number[]): string[] => numbers.map(buyer).toSorted();

describe('planning polls by hand', () => {
  it('queues the buyers of the config and of the bridges, each once, ten a message', async () => {
    const { tick, polled, messages } = open(rowsOf(...Array(24).keys(), 3), {
      buyers: [buyer(3), buyer(30)],
    });
    expect(await tick({})).toMatchObject({
      buyers: 25,
      messages: 4,
      everyone: 'a run by hand polls every buyer',
    });
    expect(polled()).toEqual(buyers(...Array(24).keys(), 30));
    // No row names the buyer that only the config lists.
    expect(
      messages()
        .map(({ buyerIds }) => buyerIds.length)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 4, 10, 10]);
  });

  it('in a dry run names the buyers, without a call upstream or a message', async () => {
    const { tick, calls, table, queued } = await openLater([1, 2], { buyers: [buyer(3)] });
    const before = JSON.stringify([...table.all()]);
    const { buyerIds } = await tick({ dryRun: true });
    expect(buyerIds?.toSorted()).toEqual(buyers(1, 2, 3));
    expect([calls, queued.poll, JSON.stringify([...table.all()])]).toEqual([[], [], before]);
  });
});

describe('a tick of the schedule', () => {
  it('polls nobody where nothing changed, after one look', async () => {
    const { tick, calls, observedOf } = await openLater([1, 2, 3]);
    expect(await tick()).toEqual({ slot: '2026-11-21T10:15:00.000Z', buyers: 0, messages: 0, failed: [] });
    expect(calls).toEqual(['newest 1']);
    expect(observedOf('polls-planned').at(-1)).toMatchObject({ buyers: 0, quietMs: 135 * minuteMs });
  });

  it('polls a buyer that is due again, or that the config lists anew', async () => {
    const { tick, polled, messages, ledger, ports, time } = await openLater([1, 2]);
    await ledger.buyers.wake(buyer(2), time.now);
    await tick();
    expect(polled()).toEqual(buyers(2));
    const watch = { ...ports.config.watch, buyers: [buyer(7)] };
    await tick({ due: true }, { config: { ...ports.config, watch } });
    expect(messages().at(-1)).toMatchObject({ because: 'due' });
    expect(messages().at(-1)?.buyerIds.toSorted()).toEqual(buyers(2, 7));
  });

  it('polls a buyer whose time lies further ahead than a new watch.allEvery, unless it rests', async () => {
    const { tick, polled, ledger, ports, time } = await openLater([1, 2, 3]);
    await ledger.buyers.wake(buyer(1), time.now + 11 * hourMs);
    await ledger.buyers.wake(buyer(2), time.now + hourMs / 2);
    const resting = { dueAt: time.now + dayMs, failingSince: time.now, refusals: 3 };
    await ledger.buyers.postpone(await ledger.buyers.read(buyer(3)), resting);
    const config = { ...ports.config, watch: { ...ports.config.watch, allEvery: '1 hour' } };
    await tick({ due: true }, { config });
    expect(polled()).toEqual(buyers(1));
  });

  it('gives a due time once a day to each watched buyer that has none', async () => {
    const { tick, polled, ledger, time } = await openLater([1, 2]);
    const { dueAt } = await ledger.buyers.read(buyer(1));
    await ledger.buyers.retire(buyer(1), dueAt ?? 0);
    await tick();
    expect(polled()).toEqual([]);
    time.now = now + dayMs;
    await tick();
    expect(polled()).toContain(buyer(1));
  });

  it('takes its due time, once a day, from a buyer that is watched no more, unless it was woken lately', async () => {
    const { tick, ledger, time, ports } = await openLater([1]);
    time.now = now + dayMs;
    await ledger.buyers.wake(buyer(9), time.now - hourMs - 1);
    // With a short `watch.allEvery`, a regular time is always near.
    await ledger.buyers.wake(
      buyer(7),
      regularAt(buyer(7), time.now, parseDuration(ports.config.watch.allEvery)),
    );
    time.now = (await ledger.buyers.read(buyer(7))).dueAt ?? 0;
    await ledger.buyers.wake(buyer(8), time.now - hourMs);
    await tick();
    const dueAt = async (number: number) => (await ledger.buyers.read(buyer(number))).dueAt;
    expect([await dueAt(7), await dueAt(8), await dueAt(9)]).toEqual([null, time.now - hourMs, null]);
    expect(await dueAt(1)).toBeGreaterThan(now);
  });

  it.each(['drops', 'excepts'])(
    'takes it from a woken one that the config %s, and never polls it',
    async (how) => {
      const { tick, polled, ledger, ports, time } = await openLater([1], { buyers: [buyer(7)] });
      await ledger.buyers.wake(buyer(7), time.now);
      const except = { buyers: [buyer(7)], bridges: [] };
      const change = how === 'drops' ? { buyers: [] } : { except };
      const config = { ...ports.config, watch: { ...ports.config.watch, ...change } };
      for (let ticks = 0; ticks < 6; ticks += 1) {
        await tick({ due: true }, { config });
        expect(polled()).not.toContain(buyer(7));
        time.now += 15 * minuteMs;
      }
      expect((await ledger.buyers.read(buyer(7))).dueAt).toBeNull();
    },
  );

  it('takes it at once from a due one where every buyer is polled: it would look like one that nobody reads', async () => {
    const { tick, ledger, time } = await openLater([1]);
    await ledger.buyers.wake(buyer(9), time.now - hourMs - 1);
    await tick({});
    expect((await ledger.buyers.read(buyer(9))).dueAt).toBeNull();
  });

  it.each(['wake', 'retire'] as const)('queues its polls, however many it has to %s', async (slow) => {
    const listed = Array.from({ length: 60 }, (_, index) => buyer(100 + index));
    const configured: string[] = [];
    const { tick, polled, ledger, time } = await openLater([1], { buyers: configured });
    if (slow === 'wake') configured.push(...listed);
    else for (const id of listed) await ledger.buyers.wake(id, time.now - 2 * hourMs);
    await ledger.buyers.wake(buyer(1), time.now);
    const work = ledger.buyers[slow];
    let [running, most] = [0, 0];
    ledger.buyers[slow] = async (...given) => {
      time.now += 10_000;
      running += 1;
      most = Math.max(most, running);
      await work(...given);
      running -= 1;
    };
    const left = async () => {
      const due = new Set((await ledger.buyers.listDue(time.now)).keys());
      return listed.filter((id) => due.has(id) !== (slow === 'wake'));
    };
    time.now = now + dayMs;
    await tick();
    expect(time.now - now - dayMs).toBeLessThan(270_000);
    expect(polled()).toContain(buyer(1));
    expect(most).toBe(8);
    expect((await left()).length).toBeLessThan(40);
    for (let ticks = 0; ticks < 3; ticks += 1) await tick();
    expect(await left()).toEqual([]);
  });

  it('polls no buyer that the config excepts, be it due or all asked for by hand', async () => {
    const { tick, polled, ledger, time } = await openLater([1, 2], {
      except: { buyers: [buyer(2)], bridges: [] },
    });
    await ledger.buyers.wake(buyer(2), time.now);
    await tick();
    expect(polled()).toEqual([]);
    await tick({});
    expect(polled()).toEqual(buyers(1));
  });

  it('makes no buyer due that the config excepts when a row shows it first: it would look like one that nobody reads', async () => {
    const { tick, polled, roster, ledger, ports, time } = open(rowsOf(1, 2), {
      except: { buyers: [buyer(2)], bridges: [] },
    });
    await tick();
    expect(await roster()).toEqual(buyers(1, 2));
    expect([...(await ledger.buyers.listDue(time.now)).keys()]).toEqual(buyers(1));
    const watch = { ...ports.config.watch, except: undefined };
    await tick({ due: true }, { config: { ...ports.config, watch } });
    expect(polled()).toEqual(buyers(1, 2));
  });

  it('is none if its polls could not be queued: it proves nothing, though the control list is shown', async () => {
    const everyone = { everyoneUpTo: 100 };
    const { tick, calm, ledger, time } = open([], { buyers: [buyer(1)], bridges: [] });
    await tick({ due: true }, everyone);
    await calm(1);
    const queue = () => ({ send: () => Promise.reject(new Error('queue')) });
    for (const _ of ['first', 'second', 'third']) {
      time.now += 15 * minuteMs;
      await expect(tick({ due: true }, { ...everyone, queue })).rejects.toThrow('queue');
    }
    expect(await ledger.polls.readProof({ bridges: [] }, time.now)).toMatchObject({ tickAt: now });
  });

  it('throws an error of our own code', async () => {
    const { tick, bridgeNow } = await openLater([1]);
    bridgeNow.failing = () => new TypeError('ours');
    await expect(tick()).rejects.toThrow('ours');
  });
});

describe('a bridge that can not be read', () => {
  it('is reported, and its known buyers are polled', async () => {
    const { tick, polled, bridgeNow, observedOf, ledger } = await openLater([1, 2]);
    bridgeNow.failing = () => cut;
    const problem = 'the connection was cut';
    expect(await tick()).toMatchObject({
      everyone: expect.stringContaining(bridge),
      failed: [{ bridgeId: bridge, problem }],
    });
    expect(polled()).toEqual(buyers(1, 2));
    expect(observedOf('plan-failed')).toMatchObject([{ bridgeId: bridge, problem }]);
    expect(await ledger.troubles.list(null)).toMatchObject([
      { kind: 'poll-failed', about: `bridge ${bridge}`, problem },
    ]);
    await tick({});
    expect(polled()).toEqual(buyers(1, 2));
  });

  it.each([
    ['does not count', 'answers 404', { failing: (): Error => status(404) }, null],
    ['does not count', 'shows no row', { failing: (): null => null, rows: [] }, null],
    ['counts', 'shows its other pages', {}, now],
  ])('on its last page %s as read if it %s from then on', async (_, __, later, firstFullAt) => {
    const { tick, bridgeNow, ledger, time } = open(rowsOf(...Array(50).keys()));
    bridgeNow.failing = (page, newest) => (!newest && page > 2 ? status(404) : null);
    for (let count = 0; count < 5; count += 1) {
      await tick();
      time.now += 15 * minuteMs;
      Object.assign(bridgeNow, later);
    }
    expect((await ledger.rosters.read(bridge)).firstFullAt).toBe(firstFullAt);
  });

  it.each([
    ['fails behind its first page', 20, () => true],
    ['fails on a page, which is passed over,', 30, (page: number) => page === 2],
  ])(
    'is not read whole while its newest rows are shown and the reading of all rows %s',
    async (_, found, fails) => {
      const { tick, tickAfter, bridgeNow, ledger, time, roster } = open(rowsOf(...Array(50).keys()));
      bridgeNow.failing = (page, newest) => (!newest && page > 1 && fails(page) ? status(500) : null);
      const wholeAt = async () => (await ledger.polls.readMark(bridge)).wholeAt;
      await tick();
      for (let count = 0; count < 4 * 30; count += 1) await tickAfter();
      expect([(await roster()).length, await wholeAt()]).toEqual([found, now]);

      bridgeNow.failing = () => null;
      const healedAt = time.now;
      for (let count = 0; count < 4 * 4; count += 1) await tickAfter();
      expect(await roster()).toHaveLength(50);
      expect(await wholeAt()).toBeGreaterThan(healedAt);
    },
  );

  it('is read whole once an hour while it refuses the sort', async () => {
    const { tick, tickAfter, calls, calm, bridgeNow, time } = open(rowsOf(1));
    bridgeNow.failing = (_, newest) => (newest ? status(400) : null);
    await tick();
    expect(calls).toEqual(['newest 1', 'all 1']);
    await calm(1);
    time.now += 15 * minuteMs;
    expect(await tick()).toMatchObject({
      everyone: `the rows of bridge ${bridge} are not sorted by last change`,
    });
    expect(calls).toEqual([]);
    await calm(1);
    await tickAfter(hourMs);
    expect(calls).toEqual(['all 1']);
  });
});

describe('while upstream is paused', () => {
  it('polls nobody, says why, and saves nothing', async () => {
    const { tick, calls, messages, observedOf, ledger } = await openLater([1]);
    await ledger.upstream.pause('lists', 'failing', false);
    const before = await ledger.polls.readPlan();
    const problem = expect.stringMatching(/^polling paused until /);
    expect(await tick()).toMatchObject({ buyers: 0, messages: 0, skipped: problem, failed: [] });
    expect([calls, messages()]).toEqual([[], []]);
    expect(observedOf('polls-skipped')).toMatchObject([{ problem }]);
    expect(await ledger.polls.readPlan()).toEqual(before);
  });

  it('blames the service for the last list if the one before it failed, too', async () => {
    const { tick, calls, bridgeNow, ledger, time } = await openLater([1, 2]);
    const failing = await ledger.buyers.read(buyer(2));
    await ledger.buyers.postpone(failing, afterFailure(failing, time.now));
    time.now = (await ledger.upstream.pause('lists', 'failing', false)) ?? 0;
    bridgeNow.failingList = (buyerId) => status(buyerId === buyer(2) ? 500 : 503);
    await tick();
    expect(calls.slice(0, 2)).toEqual([
      `list ${buyer(1)}, which blames nothing`,
      `list ${buyer(2)}, which blames service`,
    ]);
  });
});

describe('a tick behind one whose lists were not shown', () => {
  /** An hour ago a buyer failed, which is due now. */
  async function openFailing(watch: Partial<SignalpostConfig['watch']> = {}) {
    const bench = await openLater([1, 2], watch);
    const { ledger, time } = bench;
    const failing = await ledger.buyers.read(buyer(2));
    await ledger.buyers.postpone(failing, { failingSince: time.now - hourMs, dueAt: time.now, refusals: 0 });
    await bench.tick();
    expect(bench.polled()).toEqual(buyers(2));
    const before = await ledger.buyers.read(buyer(2));
    await ledger.buyers.postpone(before, afterFailure(before, time.now));
    time.now += 15 * minuteMs;
    return bench;
  }

  it('asks for the control list, which is shown: the buyer failed alone, and waits for its time', async () => {
    const { tick, tickAfter, calls, polled } = await openFailing();
    await tick();
    expect([calls, polled()]).toEqual([[`list ${buyer(1)}, which blames nothing`, 'newest 1'], []]);
    await tickAfter();
    expect(calls).toEqual(['newest 1']);
  });

  it('finds the service away, goes on asking, and reads those that failed once a list is shown again', async () => {
    const { tick, tickAfter, calls, polled, messages, bridgeNow, ledger, time } = await openFailing();
    bridgeNow.failingList = () => status(404);
    bridgeNow.rows = [...rowsOf(2), { buyerId: buyer(1), changedAt: time.now }];
    await tick();
    expect(polled()).toEqual(buyers(1));
    expect(await ledger.polls.readNews(time.now)).toMatchObject({ askedTicks: 2 });
    bridgeNow.failingList = () => null;
    await tickAfter();
    expect([calls[0], polled()]).toEqual([`list ${buyer(1)}, which blames nothing`, buyers(1, 2)]);
    const [message] = messages();
    expect(message).toMatchObject({ because: 'named', evenResting: true });
    expect(message).not.toHaveProperty('byHand');
  });

  it('reads those that failed also where a poll was shown a list before the control list was asked for', async () => {
    const { tick, tickAfter, calls, polled, bridgeNow, ledger, time } = await openFailing();
    bridgeNow.failingList = () => status(404);
    bridgeNow.rows = [...rowsOf(2), { buyerId: buyer(1), changedAt: time.now }];
    await tick();
    const shownAt = time.now + minuteMs;
    await ledger.upstream.noteShown({ shownAt, shownBuyer: buyer(1), itemAt: 0 }, time.now);
    await tickAfter();
    expect([calls, polled()]).toEqual([['newest 1'], buyers(1, 2)]);
    await tickAfter();
    expect(polled()).not.toContain(buyer(2));
  });
});

describe('the buyers of a bridge', () => {
  it('are found in all of its rows over several ticks, if one has no time for them', async () => {
    const { tick, tickAfter, bridgeNow, calls, roster } = open(rowsOf(...Array(50).keys()));
    bridgeNow.failing = (page, newest) => (!newest && page === 3 ? outOfTime : null);
    expect(await tick()).toMatchObject({ failed: [] });
    expect(await roster()).toHaveLength(40);
    bridgeNow.failing = () => null;
    await tickAfter();
    expect(calls.filter((call) => call.startsWith('all'))).toEqual(['all 3']);
    expect(await roster()).toHaveLength(50);
  });

  it('are found behind a page that fails tick after tick, which is skipped in the third', async () => {
    const { tick, bridgeNow, roster, time } = open(rowsOf(...Array(50).keys()));
    bridgeNow.failing = (page, newest) => (!newest && page === 2 ? status(500) : null);
    const found: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      expect(await tick()).toMatchObject({ failed: [{ bridgeId: bridge, problem: 'answered 500' }] });
      found.push((await roster()).length);
      time.now += 15 * minuteMs;
    }
    expect(found).toEqual([20, 20, 30]);
  });

  it('that the first reading may have missed behind a page that failed are no newcomers', async () => {
    const { bridgeNow, ledger, tick, tickAfter, time } = open(rowsOf(1, 2, 3));
    Object.assign(bridgeNow, { pageSize: 2, isCutShort: true });
    await tick();
    expect((await ledger.rosters.read(bridge)).firstFullAt).toBeNull();

    bridgeNow.isCutShort = false;
    await tickAfter();
    expect((await ledger.rosters.read(bridge)).firstFullAt).toBe(time.now);
    expect(await ledger.rosters.readNewsSince(buyer(3))).toBeNull();
  });

  it('are as many as it counts where that page fails in the next tick, too', async () => {
    const { bridgeNow, ledger, tick, tickAfter, time } = open(rowsOf(1, 2));
    Object.assign(bridgeNow, { pageSize: 2, isCutShort: true });
    await tick();
    await tickAfter();
    expect((await ledger.rosters.read(bridge)).firstFullAt).toBe(time.now);
  });

  it('that no row names any more are dropped by the daily reading, more than half of them after three days', async () => {
    const { tickAfter, bridgeNow, roster } = await openLater([1, 2, 3, 4, 5]);
    bridgeNow.rows = rowsOf(1, 2, 3, 4);
    await tickAfter(dayMs);
    expect(await roster()).toEqual(buyers(1, 2, 3, 4));
    bridgeNow.rows = rowsOf(1);
    for (let day = 0; day < 3; day += 1) {
      await tickAfter(dayMs);
      expect(await roster()).toEqual(buyers(1, 2, 3, 4));
    }
    await tickAfter(dayMs);
    expect(await roster()).toEqual(buyers(1));
    // A bridge that shows no row says of nobody that it left: the service may have moved.
    bridgeNow.rows = [];
    await tickAfter(5 * dayMs);
    expect(await roster()).toEqual(buyers(1));
  });
});

describe('everyone is due', () => {
  const markOf = (bridgeId: string) => ({ bridgeId, seenAt: now, unsortedAt: null }) as BridgeMark;
  const marks = (count: number) =>
    new Map(Array.from({ length: count }, (_, n) => [`b${n}`, markOf(`b${n}`)] as const));
  const plan: PollPlan = {
    bridgeNames: new Map(),
    marks: marks(1),
    buyers: 190,
    scheduled: null,
    unannouncedUntil: null,
  };
  const watch = {
    buyers: [],
    bridges: [],
    everyMs: 15 * minuteMs,
    allEveryMs: 6 * hourMs,
    everyoneUpTo: 100,
  };

  it.each<[string | null, Partial<PollPlan>, Partial<typeof watch>]>([
    [null, {}, {}],
    ['watch.allEvery is no longer than watch.every', {}, { allEveryMs: 15 * minuteMs }],
    ['no changed row announced the new signals of two buyers', { unannouncedUntil: now + 1 }, {}],
    ['no earlier tick is known', { buyers: null }, {}],
    ['there are at most 100 buyers', { buyers: 100 }, {}],
    [null, { buyers: 101 }, {}],
    ['no bridge with signals is known yet', { marks: new Map() }, {}],
    ['signals come from more than 50 bridges', { marks: marks(51) }, {}],
  ])('if %s', (everyone, over, watched) => {
    expect(chooseAnnouncers({ ...plan, ...over }, { ...watch, ...watched }, now).everyone).toBe(everyone);
  });
});

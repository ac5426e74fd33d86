import { describe, expect, it } from 'vitest';
import type { BuyerFinder } from '../../../functions/plan-polls/find-buyers.ts';
import type { Look } from '../../../functions/plan-polls/look-at-rows.ts';
import { planPolls } from '../../../functions/plan-polls/plan-polls.ts';
import type { PlanPollsPorts, PollMessage, PollTick } from '../../../functions/plan-polls/ports.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import {
  type BridgeMark,
  type PollPlan,
  type Restless,
  turnOffset,
} from '../../../shared/domain/polling/poll-plan.ts';
import type { Roster } from '../../../shared/domain/polling/roster.ts';

const slot = '2026-11-21T08:00:00.000Z';
const now = Date.parse(slot);
const minuteMs = 60_000;
const upstreamFault = new Error('upstream');
const paused = { pauseProblem: async () => 'paused until noon' };

const markOf = (bridgeId: string, over: Partial<BridgeMark> = {}): BridgeMark => ({
  bridgeId,
  seenAt: now,
  lookedAt: now - 15 * minuteMs,
  newestRowAt: now - 15 * minuteMs,
  newestSeenAt: now - 15 * minuteMs,
  unsortedAt: null,
  failingSince: null,
  ...over,
});

function lookOf(mark: BridgeMark, over: Partial<Look> = {}): Look {
  return { buyerIds: new Set(), named: new Set(), problem: null, mark: { ...mark, lookedAt: now }, ...over };
}

/** What is found in a bridge, and what fails of it. */
function finding(
  mark: BridgeMark,
  { named = [], failure = null, look = async () => undefined }: Partial<Finding> = {},
): BuyerFinder {
  const found = lookOf(mark, { named: new Set(named) });
  return { look, readThrough: async () => failure, found: () => found };
}

interface Finding {
  readonly named: readonly string[];
  readonly failure: unknown;
  readonly look: () => Promise<void>;
}

const roster: Roster = {
  firstFullAt: now,
  lastFullAt: now,
  doubtedAt: null,
  reading: null,
};

/** The rosters of bridges, by their ids, which no test changes. */
function rostersOf(rosters: Readonly<Record<string, readonly string[]>>) {
  const of = (bridgeId: string): readonly string[] => rosters[bridgeId] ?? [];
  return {
    readRosterBuyers: async (bridgeId: string) => new Map(of(bridgeId).map((buyerId) => [buyerId, now])),
    findInRoster: async (bridgeId: string, asked: readonly string[]) =>
      asked.filter((buyerId) => of(bridgeId).includes(buyerId)),
    readTurns: async (bridgeId: string, ranges: readonly (readonly [number, number])[]) =>
      of(bridgeId).filter((buyerId) =>
        ranges.some(([first, last]) => first <= turnOffset(buyerId) && turnOffset(buyerId) <= last),
      ),
  };
}

/** Buyers whose turn comes at 08:00, and at 06:00, when everyone has one each six hours. */
const atEight = '00dbba00-1';
const atSix = '00000000-2';

const restlessWith = (...buyerIds: string[]): Restless['restless'] => new Set(buyerIds);

function open(
  over: Partial<PlanPollsPorts> = {},
  { restless = new Set(), refused = new Map(), ...plan }: Partial<PollPlan & Restless> = {},
) {
  const sent: PollMessage[] = [];
  const observed: Observation[] = [];
  const done: string[] = [];
  const saved: [number, readonly BridgeMark[], number | null][] = [];
  const watch = { buyers: ['b', 'a'], bridges: ['one'], everyMs: 15 * minuteMs, allEveryMs: 360 * minuteMs };
  const ports: PlanPollsPorts = {
    clock: { now: () => now, sleep: async () => undefined },
    observe: (observation) => void observed.push(observation),
    openNews: async (at) => ({ lastNewAt: at - 3_600_000, since: 0 }),
    readPollPlan: async () => ({
      turnsUntil: now - 15 * minuteMs,
      distrust: null,
      marks: new Map([['one', markOf('one')]]),
      buyers: 2,
      listed: 'known',
      ...plan,
    }),
    readRestless: async () => ({ restless, refused }),
    rouse: async (buyerId) => void done.push(`rouse ${buyerId}`),
    fingerprintOfList: () => 'known',
    readListed: async () => new Set(),
    saveListed: async (buyerIds) => void done.push(`list ${buyerIds.join(' ')}`),
    savePolled: async (...polled) => {
      done.push('save');
      saved.push(polled);
    },
    sendPolls: async (messages) => {
      done.push('send');
      sent.push(...messages);
    },
    findBuyers: (mark) => finding(mark),
    lookAtRows: async (mark) => lookOf(mark),
    readRoster: async () => roster,
    ...rostersOf({}),
    upstreamProblem: (error) => (error === upstreamFault ? 'upstream is ill' : null),
    pauseProblem: async () => null,
    isTokenDoubted: async () => false,
    isProbeDue: async () => false,
    askList: () => Promise.reject(new Error('was asked')),
    askRows: () => Promise.reject(new Error('was asked')),
    ...over,
    watch: { ...watch, ...over.watch },
  };
  const run = (tick: Partial<PollTick> = {}) => planPolls(ports, { slot, due: true, dryRun: false, ...tick });
  const polled = async (tick: Partial<PollTick> = {}) => {
    const result = await run(tick);
    return { ...result, buyerIds: sent.flatMap(({ buyerIds }) => buyerIds) };
  };
  return { run, polled, sent, observed, done, saved };
}

const watchOf = (watch: Partial<PlanPollsPorts['watch']>) => watch as PlanPollsPorts['watch'];

describe('planning polls by hand', () => {
  it('sends off the buyers of the config and of the bridges, each once', async () => {
    const rosters = rostersOf({ one: ['a', 'c'] });
    const { run, sent, observed } = open(rosters, { restless: restlessWith('c') });
    const everyone = 'a run by hand polls every buyer';
    expect(await run({ due: false })).toEqual({ slot, buyers: 3, messages: 2, everyone, failed: [] });
    expect(sent.flatMap(({ buyerIds }) => buyerIds).toSorted()).toEqual(['a', 'b', 'c']);
    expect(observed).toEqual([
      { kind: 'polls-planned', slot, buyers: 3, messages: 2, everyone, quietMs: 3_600_000 },
    ]);
  });

  it('asks only watched bridges for rows', async () => {
    const { run } = open(
      { lookAtRows: () => Promise.reject(new Error('was asked')) },
      { marks: new Map([['learned', markOf('learned')]]) },
    );
    expect(await run({ due: false })).toMatchObject({ buyers: 2, failed: [] });
  });

  it('puts ten buyers into a message', async () => {
    const buyers = Array.from({ length: 21 }, (_, index) => `buyer-${String(index).padStart(2, '0')}`);
    const { run, sent } = open({ watch: watchOf({ buyers, bridges: [] }) });
    await run({ due: false });
    expect(sent.map(({ buyerIds }) => buyerIds.length)).toEqual([10, 10, 1]);
    expect(sent.flatMap(({ buyerIds }) => buyerIds).toSorted()).toEqual(buyers);
  });

  it('begins at another buyer each time, and goes round', async () => {
    const buyers = Array.from({ length: 15 }, (_, index) => `buyer-${String(index).padStart(2, '0')}`);
    const first = new Set<string | undefined>();
    for (let tick = 0; tick < 40; tick += 1) {
      const clock = { now: () => now + tick * 900_000, sleep: async () => undefined };
      const { run, sent } = open({ clock, watch: watchOf({ buyers, bridges: [] }) });
      await run({ due: false });
      first.add(sent[0]?.buyerIds[0]);
      expect(sent.flatMap(({ buyerIds }) => buyerIds).toSorted()).toEqual(buyers);
    }
    expect(first.size).toBeGreaterThan(10);
  });

  it('measures quiet from the first tick if no signal ever came', async () => {
    const { run, observed } = open({ openNews: async () => ({ lastNewAt: null, since: now - 3_000 }) });
    await run();
    expect(observed).toMatchObject([{ kind: 'polls-planned', quietMs: 3_000 }]);
  });
});

describe('a tick of the schedule', () => {
  it('polls nobody where nothing changed and nobody has a turn', async () => {
    const { run, sent, observed, done } = open();
    expect(await run()).toEqual({ slot, buyers: 0, messages: 0, failed: [] });
    expect(sent).toEqual([]);
    expect(observed).toMatchObject([{ kind: 'polls-planned', buyers: 0 }]);
    expect(done).toEqual(['send', 'save']);
  });

  it('polls the buyers that rows name, of a learned bridge only those that are watched', async () => {
    const { polled } = open(
      {
        ...rostersOf({ one: ['c', 'd', 'e'] }),
        findBuyers: (mark) => finding(mark, { named: ['c'] }),
        lookAtRows: async (mark) => lookOf(mark, { named: new Set(['b', 'e', 'stranger']) }),
      },
      {
        marks: new Map([
          ['one', markOf('one')],
          ['learned', markOf('learned')],
        ]),
      },
    );
    expect((await polled()).buyerIds.toSorted()).toEqual(['b', 'c', 'e']);
  });

  it('polls buyers whose first scan never completed, if they are still watched', async () => {
    const rosters = rostersOf({ one: ['c', 'd'] });
    const { polled } = open(rosters, { restless: restlessWith('a', 'c', 'left') });
    expect((await polled()).buyerIds.toSorted()).toEqual(['a', 'c']);
  });

  it('asks for many restless buyers by reading the whole roster', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `buyer-${index}`);
    const rosters = rostersOf({ one: many });
    const findInRoster = () => Promise.reject(new Error('was asked for each'));
    const { run } = open({ ...rosters, findInRoster }, { restless: new Set([...many, 'left']) });
    expect(await run()).toMatchObject({ buyers: 150 });
  });

  it('reads the marks after the buyers, and no roster as a whole', async () => {
    const read: string[] = [];
    const rosters = rostersOf({ one: [atEight] });
    const { run } = open({
      ...rosters,
      readTurns: async (...turns) => {
        read.push('turns');
        return rosters.readTurns(...turns);
      },
      readRestless: async () => {
        read.push('marks');
        return { restless: new Set(), refused: new Map() };
      },
      readRosterBuyers: () => Promise.reject(new Error('was read')),
    });
    expect(await run()).toMatchObject({ buyers: 1 });
    expect(read).toEqual(['turns', 'marks']);
  });

  it('finds those whose turn it was since long ago in the whole roster', async () => {
    const rosters = rostersOf({ one: [atSix, atEight] });
    const readTurns = () => Promise.reject(new Error('was read'));
    const { polled } = open({ ...rosters, readTurns }, { turnsUntil: now - 60 * minuteMs });
    expect(await polled()).toMatchObject({ buyerIds: [atEight] });
  });

  it('marks buyers that the config lists anew before it saves the list, and polls them', async () => {
    const readListed = async () => new Set(['a']);
    const { run, sent, done } = open({ readListed }, { listed: 'another' });
    await run();
    expect(done).toEqual(['rouse b', 'list b a', 'send', 'save']);
    expect(sent).toEqual([{ slot, buyerIds: ['b'], whole: true }]);
  });

  it('compares the list of the config with nothing where it is known', async () => {
    const readListed = () => Promise.reject(new Error('was read'));
    expect(await open({ readListed }).run()).toMatchObject({ buyers: 0 });
  });

  it('gives each buyer its turn, in messages that say that no row named it', async () => {
    const buyers = [atSix, atEight, 'never-scanned'];
    const { run, sent } = open({ watch: watchOf({ buyers }) }, { restless: restlessWith('never-scanned') });
    await run();
    expect(sent).toEqual([
      { slot, buyerIds: ['never-scanned'], whole: true },
      { slot, buyerIds: [atEight], whole: true, notNamedAt: now },
    ]);
  });

  it('lets only buyers that are due with everyone stop at page 1', async () => {
    const buyers = [atSix, atEight, 'named', 'never-scanned'];
    const marks = new Map(['one', 'learned'].map((id) => [id, markOf(id)]));
    const findBuyers = (mark: BridgeMark) => finding(mark, { named: ['named'] });
    const { run, sent } = open(
      { watch: watchOf({ buyers }), findBuyers, ...saying('too-many') },
      { marks, restless: restlessWith('never-scanned') },
    );
    await run();
    expect(sent.map(({ buyerIds, ...rest }) => ({ ...rest, buyerIds: buyerIds.toSorted() }))).toEqual([
      { slot, buyerIds: [atEight, 'named', 'never-scanned'], whole: true },
      { slot, buyerIds: [atSix] },
    ]);
  });

  it('saves how far it looked, once the polls were sent', async () => {
    const { run, done, saved } = open();
    await run();
    expect(done).toEqual(['send', 'save']);
    expect(saved).toEqual([[now, [markOf('one', { lookedAt: now })], null]]);
  });

  it('saves how many buyers are watched, where it read them all', async () => {
    const { run, saved } = open(rostersOf({ one: ['a', 'c'] }));
    await run({ due: false });
    expect(saved).toEqual([[now, [markOf('one', { lookedAt: now })], 3]]);
  });

  it('fails when the messages could not be sent, and saves nothing', async () => {
    const { run, observed, saved } = open({ sendPolls: () => Promise.reject(new Error('queue')) });
    await expect(run()).rejects.toThrow('queue');
    expect([...observed, ...saved]).toEqual([]);
  });

  it('polls nobody while upstream is paused, says why, and saves nothing', async () => {
    const { run, sent, observed, saved } = open(paused);
    expect(await run()).toEqual({ slot, buyers: 0, messages: 0, skipped: 'paused until noon', failed: [] });
    expect([...sent, ...saved]).toEqual([]);
    expect(observed).toEqual([{ kind: 'polls-skipped', slot, problem: 'paused until noon' }]);
  });

  it('throws an error of our own code', async () => {
    const look = () => Promise.reject(new TypeError('ours'));
    const { run, sent } = open({ findBuyers: (mark) => finding(mark, { look }) });
    await expect(run()).rejects.toThrow('ours');
    expect(sent).toEqual([]);
  });

  it('in a dry run names whom it would poll, without a call upstream and without a message', async () => {
    const called = () => {
      throw new Error('upstream was called');
    };
    const { run, sent, observed, saved, done } = open(
      { findBuyers: called, lookAtRows: called, ...rostersOf({ one: ['known-one'] }), ...paused },
      { restless: restlessWith('known-one'), listed: 'another' },
    );
    const { buyerIds } = await run({ dryRun: true, due: false });
    expect(buyerIds?.toSorted()).toEqual(['a', 'b', 'known-one']);
    expect((await run({ dryRun: true })).buyerIds?.toSorted()).toEqual(['a', 'b', 'known-one']);
    expect([...sent, ...observed, ...saved, ...done]).toEqual([]);
  });
});

describe('a tick polls everyone', () => {
  const learned = new Map([
    ['one', markOf('one')],
    ['learned', markOf('learned')],
  ]);

  it.each([
    ['no earlier tick is known', {}, { turnsUntil: null }],
    [
      'a signal arrived that no changed row pointed to',
      {},
      { distrust: { until: now + minuteMs, ms: 1_440 * minuteMs } },
    ],
    ['watch.allEvery is no longer than watch.every', { watch: watchOf({ allEveryMs: 15 * minuteMs }) }, {}],
    ['no bridge with signals is known yet', { watch: watchOf({ bridges: [] }) }, { marks: new Map() }],
    ['there are more bridges than buyers', { watch: watchOf({ buyers: ['a'] }) }, { buyers: 1 }],
    ['too many rows of bridge learned changed to read them all', saying('too-many'), {}],
    ['the rows of bridge learned are read for the first time', saying('first-look'), {}],
    ['the rows of bridge learned are not sorted by last change', saying('unsorted'), {}],
    ['bridge learned could not be read', { lookAtRows: () => Promise.reject(upstreamFault) }, {}],
    ['the newest rows of bridge learned could not be read', saying('failed'), {}],
  ] as readonly [string, Partial<PlanPollsPorts>, Partial<PollPlan>][])(
    'where %s',
    async (everyone, ports, plan) => {
      const { polled } = open(ports, { marks: learned, ...plan });
      const result = await polled();
      expect(result).toMatchObject({ everyone });
      expect(result.buyerIds).toEqual(ports.watch?.buyers ?? ['a', 'b']);
    },
  );

  it('where signals come from more bridges than can be looked at', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `bridge-${index}`);
    const buyers = Array.from({ length: 90 }, (_, index) => `buyer-${index}`);
    const marks = new Map(many.map((bridgeId) => [bridgeId, markOf(bridgeId)]));
    const { run } = open({ watch: watchOf({ buyers, bridges: [] }) }, { marks });
    expect(await run()).toMatchObject({ buyers: 90, everyone: 'signals come from more than 50 bridges' });
  });

  it('no more once the distrust is over', async () => {
    const { run } = open({}, { distrust: { until: now, ms: 1_440 * minuteMs } });
    expect(await run()).toMatchObject({ buyers: 0 });
  });

  it('but does not look at bridges that no list has shown for long', async () => {
    const old = markOf('learned', { seenAt: now - 101 * 1_440 * minuteMs });
    const closed = markOf('closed', { seenAt: now - 4 * 1_440 * minuteMs, unsortedAt: now });
    const { run } = open(
      { lookAtRows: () => Promise.reject(upstreamFault) },
      { marks: new Map([old, closed, markOf('one')].map((mark) => [mark.bridgeId, mark])) },
    );
    expect(await run()).toEqual({ slot, buyers: 0, messages: 0, failed: [] });
  });

  it('and the known buyers of a bridge that could not be read', async () => {
    const look = () => Promise.reject(upstreamFault);
    const findBuyers = (mark: BridgeMark) => finding(mark, mark.bridgeId === 'one' ? { look } : {});
    const rosters = rostersOf({ one: ['known-one'], two: ['found'] });
    const readRoster = async () => ({ ...roster, firstFullAt: 0 });
    const watch = watchOf({ bridges: ['one', 'two'] });
    const { polled, observed } = open({ ...rosters, findBuyers, readRoster, watch });
    const result = await polled();
    expect({ ...result, buyerIds: result.buyerIds.toSorted() }).toMatchObject({
      buyerIds: ['a', 'b', 'found', 'known-one'],
      failed: [{ bridgeId: 'one', problem: 'upstream is ill' }],
    });
    expect(observed[0]).toMatchObject({ kind: 'plan-failed', bridgeId: 'one', problem: 'upstream is ill' });
  });
});

describe('the first call after a pause', () => {
  const isProbeDue = async () => true;
  const rosters = rostersOf({ one: ['c', 'd'] });

  it('asks for a list and not for rows, which may fail for good, and for another one each time', async () => {
    const asked = new Set<string>();
    for (let tick = 0; tick < 40; tick += 1) {
      const askList = async (buyerId: string) => void asked.add(buyerId);
      const clock = { now: () => now + tick * 15 * minuteMs, sleep: async () => undefined };
      const except = { buyers: ['d'], bridges: [] };
      const refused = new Map([
        ['b', { status: 403, since: now, times: 1 }],
      ]) as unknown as Restless['refused'];
      await open(
        { askList, clock, isProbeDue, ...rosters, watch: watchOf({ except }) },
        { refused, restless: restlessWith('b') },
      ).run();
    }
    expect(asked).toEqual(new Set(['a', 'c']));
  });

  it('asks for a list whose last poll went well: others may fail for good', async () => {
    const asked = new Set<string>();
    for (let tick = 0; tick < 40; tick += 1) {
      const askList = async (buyerId: string) => void asked.add(buyerId);
      const clock = { now: () => now + tick * 15 * minuteMs, sleep: async () => undefined };
      await open({ askList, clock, isProbeDue, ...rosters }, { restless: restlessWith('a', 'c') }).run();
    }
    expect(asked).toEqual(new Set(['b', 'd']));
  });

  const allFailing = { restless: restlessWith('a', 'b') };

  it('asks for rows where no last poll went well, and for no list if they are shown', async () => {
    const asked: string[] = [];
    const askRows = async (bridgeId: string) => void asked.push(bridgeId);
    const askList = async (buyerId: string) => void asked.push(buyerId);
    await open({ askList, askRows, isProbeDue }, allFailing).run();
    expect(asked).toEqual(['one']);
  });

  it('asks for a list all the same if those rows fail', async () => {
    const asked: string[] = [];
    const askRows = () => Promise.reject(upstreamFault);
    const askList = async (buyerId: string) => void asked.push(buyerId);
    await open({ askList, askRows, isProbeDue }, allFailing).run();
    await open({ askList, askRows, isProbeDue, watch: watchOf({ bridges: [] }) }, allFailing).run();
    expect(asked).toHaveLength(2);
    expect(['a', 'b']).toEqual(expect.arrayContaining(asked));
  });

  it('ends the tick when it shows that the pause goes on', async () => {
    let asked = 0;
    const pauseProblem = async () => (++asked === 1 ? null : 'paused until noon');
    const look = () => Promise.reject(new Error('was looked at'));
    const { run, sent } = open({
      askList: () => Promise.reject(upstreamFault),
      findBuyers: (mark) => finding(mark, { look }),
      isProbeDue,
      pauseProblem,
    });
    expect(await run()).toMatchObject({ skipped: 'paused until noon', failed: [] });
    expect(sent).toEqual([]);
  });

  it('ends nothing when only that list fails', async () => {
    const { run } = open({ askList: () => Promise.reject(upstreamFault), isProbeDue });
    expect(await run()).toEqual({ slot, buyers: 0, messages: 0, failed: [] });
  });

  it('is left to rows where no buyer is known', async () => {
    const { run } = open({ isProbeDue, watch: watchOf({ buyers: [] }) });
    expect(await run({ due: false })).toMatchObject({ buyers: 0 });
  });

  it('throws an error of our own code', async () => {
    const askRows = () => Promise.reject(new TypeError('of rows'));
    await expect(open({ askRows, isProbeDue }, allFailing).run()).rejects.toThrow('of rows');
    const { run } = open({ askList: () => Promise.reject(new TypeError('ours')), isProbeDue });
    await expect(run()).rejects.toThrow('ours');
  });
});

describe('a bridge of which a part fails', () => {
  const findBuyers = (mark: BridgeMark) => finding(mark, { named: ['b'], failure: upstreamFault });

  it('is told of, and what could be read of it counts', async () => {
    const { polled, observed, saved } = open({ ...rostersOf({ one: ['c'] }), findBuyers });
    const result = await polled();
    expect({ ...result, buyerIds: result.buyerIds.toSorted() }).toMatchObject({
      buyerIds: ['a', 'b', 'c'],
      everyone: 'bridge one could not be read',
      failed: [{ bridgeId: 'one', problem: 'upstream is ill' }],
    });
    expect(observed).toMatchObject([{ kind: 'plan-failed', bridgeId: 'one' }, { kind: 'polls-planned' }]);
    expect(saved).toEqual([[now, [markOf('one', { lookedAt: now })], 3]]);
  });

  it('keeps no other bridge from being looked at: all rows are read last', async () => {
    const done: string[] = [];
    const findOne = (mark: BridgeMark) => ({
      ...finding(mark),
      look: async () => void done.push(`look at ${mark.bridgeId}`),
      readThrough: async () => void done.push(`read ${mark.bridgeId}`),
    });
    const lookAtRows = async (mark: BridgeMark) => {
      done.push(`look at ${mark.bridgeId}`);
      return lookOf(mark);
    };
    const marks = new Map([['learned', markOf('learned')]]);
    const watch = watchOf({ buyers: ['a', 'b', 'c'], bridges: ['one', 'two'] });
    await open({ findBuyers: findOne, lookAtRows, watch }, { marks }).run();
    expect(done.slice(0, 3).toSorted()).toEqual(['look at learned', 'look at one', 'look at two']);
    expect(done.slice(3).toSorted()).toEqual(['read one', 'read two']);
  });

  it('ends the tick where upstream is paused since', async () => {
    let asked = 0;
    const pauseProblem = async () => (++asked === 1 ? null : 'paused until noon');
    const { run, sent, saved } = open({ findBuyers, pauseProblem });
    expect(await run()).toMatchObject({ skipped: 'paused until noon', failed: [{ bridgeId: 'one' }] });
    expect([...sent, ...saved]).toEqual([]);
  });
});

describe('what the config leaves out', () => {
  const except = { buyers: ['a', 'c'], bridges: ['learned'] };

  it('is polled by nobody, whatever names it', async () => {
    const findBuyers = (mark: BridgeMark) => finding(mark, { named: ['c', 'd'] });
    const rosters = rostersOf({ one: ['c', 'd'] });
    const { polled } = open({ ...rosters, findBuyers, watch: watchOf({ except }) });
    expect((await polled({ due: false })).buyerIds.toSorted()).toEqual(['b', 'd']);
    const restless = restlessWith('a', 'b', 'c', 'd');
    const tick = open({ ...rosters, findBuyers, watch: watchOf({ except }) }, { restless });
    expect((await tick.polled()).buyerIds.toSorted()).toEqual(['b', 'd']);
  });

  it('is asked for no rows, and announces nothing', async () => {
    const lookAtRows = () => Promise.reject(new Error('was asked'));
    const marks = new Map([
      ['one', markOf('one')],
      ['learned', markOf('learned')],
    ]);
    for (const leftOut of [{ except }, { only: 'these bridges' as const }]) {
      const { run } = open({ lookAtRows, watch: watchOf(leftOut) }, { marks });
      expect(await run()).toEqual({ slot, buyers: 0, messages: 0, failed: [] });
    }
  });

  it('is no newcomer, and neither is a buyer of the config; an entry in a roster decides nothing', async () => {
    const judged: [string, boolean][] = [];
    const findBuyers: PlanPollsPorts['findBuyers'] = (mark, _, { mayBeNewcomer }) => {
      for (const buyerId of ['b', 'c', 'd', 'e']) judged.push([buyerId, mayBeNewcomer(buyerId)]);
      return finding(mark);
    };
    await open({ findBuyers, ...rostersOf({ one: ['d'] }), watch: watchOf({ except }) }).run();
    expect(judged).toEqual([
      ['b', false],
      ['c', false],
      ['d', true],
      ['e', true],
    ]);
  });
});

describe('a buyer that a first reading meets', () => {
  const hourMs = 60 * minuteMs;
  interface Case {
    readonly oneReadAt?: number | null;
    readonly twoReadAt?: number | null;
    readonly problem?: Look['problem'];
    readonly restless?: Restless['restless'];
    readonly ofOne?: readonly string[];
    readonly throwing?: boolean;
  }
  async function pollWith({
    oneReadAt = now - 240 * hourMs,
    twoReadAt = null,
    problem = 'failed',
    restless = restlessWith('met'),
    ofOne = [],
    throwing = false,
  }: Case) {
    const firstFullAt = (bridgeId: string) => (bridgeId === 'one' ? oneReadAt : twoReadAt);
    const { polled } = open(
      {
        watch: watchOf({ bridges: ['one', 'two'] }),
        ...rostersOf({ one: ofOne, two: ['a', 'met'] }),
        readRoster: async (bridgeId) => ({ ...roster, firstFullAt: firstFullAt(bridgeId) }),
        findBuyers: (mark) => {
          const isOne = mark.bridgeId === 'one';
          const look = lookOf(mark, isOne ? { problem } : {});
          return {
            look: async () => {
              if (isOne && throwing) throw upstreamFault;
            },
            readThrough: async () => null,
            found: () => look,
          };
        },
      },
      { restless },
    );
    return (await polled()).buyerIds.includes('met');
  }

  it('waits while another bridge that was read through can not be looked at: it may be a newcomer there', async () => {
    expect(await pollWith({})).toBe(false);
    expect(await pollWith({ throwing: true, problem: null })).toBe(false);
    expect(await pollWith({ twoReadAt: now - hourMs })).toBe(false);
  });

  it.each<[string, Case]>([
    ['every look succeeds', { problem: null }],
    ['the rows of the other bridge are known to be in no order', { problem: 'unsorted' }],
    ['the other bridge was not read through', { oneReadAt: null }],
    ['the other bridge has it', { ofOne: ['met'] }],
    ['the first reading is over for long', { twoReadAt: now - 2 * hourMs }],
    ['it had its first scan', { restless: restlessWith() }],
  ])('does not wait where %s', async (_, over) => {
    expect(await pollWith(over)).toBe(true);
  });
});

describe('a buyer whose list is refused', () => {
  const hourMs = 60 * minuteMs;
  const refusedAt = (lastAt: number, count = 1): Restless['refused'] =>
    new Map([['a', { status: 403, since: lastAt, lastAt, count, toldAt: lastAt }]]);

  it.each([
    ['due for never having been calm', {}],
    [
      'named by a row',
      {
        findBuyers: (mark: BridgeMark) => finding(mark, { named: ['a'] }),
      },
    ],
    ['due with everyone', saying('unsorted')],
  ])('rests even if it is %s', async (_, ports) => {
    const refused = refusedAt(now - hourMs + 1);
    const { polled } = open(
      { watch: watchOf({ bridges: ['one'] }), ...ports },
      {
        refused,
        restless: restlessWith('a'),
        marks: new Map([
          ['one', markOf('one')],
          ['learned', markOf('learned')],
        ]),
      },
    );
    expect((await polled()).buyerIds).not.toContain('a');
  });

  it('is tried again once its rest is over, and nobody else for that', async () => {
    const { polled } = open({}, { refused: refusedAt(now - hourMs), restless: restlessWith('a') });
    expect(await polled()).toMatchObject({ buyers: 1, buyerIds: ['a'] });
  });

  it('comes after those that are not, so that one of them can prove the token first', async () => {
    const buyers = Array.from({ length: 15 }, (_, index) => `buyer-${String(index).padStart(2, '0')}`);
    const refusal = { status: 403, since: 0, lastAt: 0, count: 3, toldAt: 0 };
    const refused = new Map(buyers.slice(0, 7).map((buyerId) => [buyerId, refusal]));
    for (let tick = 0; tick < 40; tick += 1) {
      const clock = { now: () => now + tick * 900_000, sleep: async () => undefined };
      const { polled } = open({ clock, watch: watchOf({ buyers, bridges: [] }) }, { refused });
      expect((await polled({ due: false })).buyerIds.slice(8).toSorted()).toEqual(buyers.slice(0, 7));
    }
  });

  it('is tried by hand in any case, and its message says so', async () => {
    const { run, sent } = open({}, { refused: refusedAt(now), restless: restlessWith('a') });
    await run({ due: false });
    expect(sent).toEqual([
      { slot, buyerIds: ['b'], evenResting: true },
      { slot, buyerIds: ['a'], evenResting: true, whole: true },
    ]);
  });

  it('is tried with everyone while the token is in doubt', async () => {
    const { run, sent } = open(
      { isTokenDoubted: async () => true },
      { refused: refusedAt(now), restless: restlessWith('a') },
    );
    expect(await run()).toMatchObject({
      buyers: 2,
      everyone: 'buyers were refused, and no list has been allowed since',
    });
    expect(sent).toEqual([{ slot, buyerIds: ['b', 'a'], evenResting: true, whole: true }]);
  });
});

function saying(problem: NonNullable<Look['problem']>): Partial<PlanPollsPorts> {
  return { lookAtRows: async (mark) => lookOf(mark, { problem }) };
}

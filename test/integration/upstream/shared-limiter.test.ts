import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../../../shared/domain/clock.ts';
import { UpstreamPausedError } from '../../../shared/domain/errors.ts';
import type { Lane } from '../../../shared/domain/upstream/breaker.ts';
import { upstreamKey } from '../../../shared/ledger/keys.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import type { Item, Table } from '../../../shared/ledger/table/table.ts';
import { longestRetryAfterMs, probeMs } from '../../../shared/ledger/upstream/upstream.ts';
import { systemClock } from '../../../shared/runtime/system.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { dynamoDbTables, sqliteTables, type TableKind } from './tables.ts';

const start = Date.parse('2026-11-21T08:00:00Z');
const second = 1_000;

/** A clock that the test sets; the short waits between two tries pass for real, so that others get on. */
function createSetClock() {
  const clock: Clock & { at: number } = {
    at: start,
    now: () => clock.at,
    sleep: (ms) => systemClock.sleep(ms),
  };
  return clock;
}

/** Both lanes over one table. */
async function openLanes(kind: TableKind) {
  const lists = await openUpstream(kind);
  return { lists, summaries: instanceOver(lists.table, lists.clock, 2, 'summaries'), clock: lists.clock };
}

async function openUpstream(kind: TableKind, item?: Readonly<Record<string, Item[string]>>) {
  const [table] = await kind.connect(1);
  if (!table) throw new Error('one connection was asked for');
  if (item) await table.put({ ...item, ...upstreamKey('lists') });
  return instanceOver(table, createSetClock());
}

function instanceOver(
  table: Table,
  clock: ReturnType<typeof createSetClock>,
  seed = 1,
  lane: Lane = 'lists',
) {
  const ledger = createLedger({ table, clock, random: seededRandom(seed) });
  return {
    clock,
    table,
    item: () => table.get(upstreamKey(lane)),
    reserve: (calls: number, latest?: number, allowed?: boolean) =>
      ledger.reserveCalls(lane, {
        calls,
        ...(latest === undefined ? {} : { latest }),
        ...(allowed === undefined ? {} : { allowed }),
      }),
    slowDown: (retryAfterMs: number | null = null) => ledger.slowDown(lane, retryAfterMs),
    pause: (reason: 'failing' | 'rejected' = 'failing', probed = false) =>
      ledger.pauseUpstream(lane, reason, probed),
    resume: () => ledger.resumeUpstream(lane),
    readPause: () => ledger.readPause(clock.now()),
    refuse: (buyerId: string, status = 403) => ledger.noteRefusedList(buyerId, status),
    endDoubt: () => ledger.endDoubt(),
    isDoubted: () => ledger.isTokenDoubted(),
    ledger,
  };
}

const gapsOf = (moments: readonly number[]) =>
  moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));

describe.for([sqliteTables, dynamoDbTables].map((make) => make()))(
  'what instances share in $name',
  (kind) => {
    describe.runIf(kind.isHere)('', () => {
      beforeAll(() => kind.start());
      afterAll(() => kind.stop());

      describe('reserving calls', () => {
        it('hands out moments at the present rate, one after another', async () => {
          const upstream = await openUpstream(kind);

          const first = await upstream.reserve(3);
          const next = await upstream.reserve(2);

          const [grown = 0] = gapsOf(next.moments);
          expect(grown).toBeGreaterThan(20);
          expect(grown).toBeLessThan(25);
          expect([...first.moments, next.moments[0]]).toEqual(
            [0, 50, 100, 150].map((after) => start + after),
          );
          expect(first).toMatchObject({ probing: false, doubted: false, askAgainAt: null });
        });

        it('gives no moment twice to instances that all ask at once', async () => {
          const tables = await kind.connect(6);
          const clock = createSetClock();

          const reservations = await Promise.all(
            tables.map(async (table, index) => {
              const instance = instanceOver(table, clock, index);
              const moments: number[] = [];
              for (let round = 0; round < 5; round += 1) moments.push(...(await instance.reserve(2)).moments);
              return moments;
            }),
          );

          const all = reservations.flat().sort((one, other) => one - other);
          expect(all).toHaveLength(60);
          // Most of a second of slots: the rate doubles in each eighth of it.
          expect(Math.min(...gapsOf(all))).toBeGreaterThan(2);
        });

        it('does not make up for time in which nobody called', async () => {
          const upstream = await openUpstream(kind);
          await upstream.reserve(1);
          upstream.clock.at += 600 * second;

          const { moments } = await upstream.reserve(3);

          expect(moments[0]).toBe(upstream.clock.at);
          for (const gap of gapsOf(moments)) expect(gap).toBeGreaterThan(35);
        });

        it('reserves nothing beyond the latest moment that is of use', async () => {
          const upstream = await openUpstream(kind);
          const { moments } = await upstream.reserve(10, start + 100);
          const none = await upstream.reserve(10, start + 100);

          expect(moments).toEqual([start, start + 50, start + 100]);
          expect(none).toEqual({
            moments: [],
            perSecond: 0,
            found: 0,
            doubling: false,
            probing: false,
            doubted: false,
            askAgainAt: start + 150,
          });
          expect((await upstream.reserve(1)).moments).toEqual([start + 150]);
        });
      });

      describe('a 429', () => {
        it('slows all instances down, and makes them wait for a moment', async () => {
          const upstream = await openUpstream(kind);
          await upstream.reserve(1);

          await upstream.slowDown();

          const { moments } = await upstream.reserve(2);
          expect(moments[0]).toBeGreaterThanOrEqual(start + second / 2);
          expect(moments[0]).toBeLessThanOrEqual(start + second);
          expect(gapsOf(moments)[0]).toBeCloseTo((2 * 50) / 0.85, -1);
        });

        it('of which eight come at once halves the rate once', async () => {
          const [table] = await kind.connect(1);
          const clock = createSetClock();
          const instances = Array.from({ length: 8 }, (_, seed) => instanceOver(table as Table, clock, seed));

          await Promise.all(instances.map((instance) => instance.slowDown()));

          expect(await instances[0]?.item()).toMatchObject({ ceiling: 17, halvedMsAgo: 0 });
        });

        it('is not forgotten when others reserve calls at the same time', async () => {
          const tables = await kind.connect(5);
          const clock = createSetClock();
          const [complaining, ...reserving] = tables.map((table, seed) => instanceOver(table, clock, seed));
          await complaining?.reserve(1);

          await Promise.all([complaining?.slowDown(), ...reserving.map((instance) => instance.reserve(1))]);

          const ceiling = (await complaining?.item())?.ceiling;
          expect(ceiling).toBeGreaterThanOrEqual(17);
          expect(ceiling).toBeLessThan(40);
        });

        it('with a Retry-After keeps everybody waiting for so long, each time that it comes', async () => {
          const upstream = await openUpstream(kind);
          await upstream.slowDown(30 * second);
          await upstream.slowDown(45 * second);

          expect((await upstream.reserve(1)).moments).toEqual([start + 45 * second]);
        });

        it('with a Retry-After of years is taken for an hour', async () => {
          const upstream = await openUpstream(kind);
          await upstream.slowDown(9_999_999_999_000);

          expect((await upstream.reserve(1)).moments).toEqual([start + longestRetryAfterMs]);
        });
      });

      describe('a pause', () => {
        it('ends calling for all, and says why and until when', async () => {
          const upstream = await openUpstream(kind);

          const until = await upstream.pause();

          expect(until).toBe(start + 30 * second);
          await expect(upstream.reserve(1)).rejects.toThrow(UpstreamPausedError);
          await expect(upstream.reserve(1)).rejects.toMatchObject({ reason: 'failing', until });
          expect(await upstream.readPause()).toEqual({ reason: 'failing', until });
        });

        it('is begun by one instance alone, however many find at once that upstream fails', async () => {
          const tables = await kind.connect(5);
          const clock = createSetClock();

          const answers = await Promise.all(
            tables.map((table, seed) => instanceOver(table, clock, seed).pause()),
          );

          expect(answers.filter((until) => until !== null)).toEqual([start + 30 * second]);
        });

        it('is not forgotten when others reserve calls at the same time', async () => {
          const tables = await kind.connect(5);
          const clock = createSetClock();
          const [pausing, ...reserving] = tables.map((table, seed) => instanceOver(table, clock, seed));
          await pausing?.reserve(1);

          const [until] = await Promise.all([
            pausing?.pause(),
            ...reserving.map((instance) => instance.reserve(1).catch(() => undefined)),
          ]);

          expect(until).toBe(start + 30 * second);
          expect(await pausing?.readPause()).toEqual({ reason: 'failing', until });
        });

        it('is followed by one probe: the others wait to hear of it', async () => {
          const tables = await kind.connect(5);
          const clock = createSetClock();
          const instances = tables.map((table, seed) => instanceOver(table, clock, seed));
          await instances[0]?.pause();
          clock.at += 31 * second;

          const reservations = await Promise.all(instances.map((instance) => instance.reserve(4)));

          const probing = reservations.filter((one) => one.probing);
          expect(probing.map(({ moments }) => moments)).toEqual([[clock.at]]);
          for (const other of reservations.filter((one) => !one.probing)) {
            expect(other).toEqual({
              moments: [],
              perSecond: 0,
              found: 0,
              doubling: false,
              probing: false,
              doubted: false,
              askAgainAt: clock.at + 500,
            });
          }
        });

        it('is over for all once the probe went well', async () => {
          const upstream = await openUpstream(kind);
          await upstream.pause();
          upstream.clock.at += 31 * second;
          await upstream.reserve(1);

          await upstream.resume();

          expect(await upstream.reserve(3)).toMatchObject({
            probing: false,
            doubted: false,
            askAgainAt: null,
          });
          expect(await upstream.readPause()).toBeNull();
          expect(await upstream.pause()).toBe(upstream.clock.at + 30 * second);
        });

        it('becomes longer each time that a probe fails', async () => {
          const upstream = await openUpstream(kind);
          const lengths: number[] = [];
          let until = await upstream.pause();
          for (let round = 0; round < 5 && until !== null; round += 1) {
            lengths.push((until - upstream.clock.at) / second);
            upstream.clock.at = until;
            await upstream.reserve(1);
            until = await upstream.pause('failing', true);
          }

          expect(lengths).toEqual([30, 60, 120, 240, 300]);
        });

        it('is not made longer by what was under way before it, nor during the probe of another', async () => {
          const upstream = await openUpstream(kind);
          await upstream.pause();
          const whilePaused = await upstream.pause();
          upstream.clock.at += 31 * second;
          await upstream.reserve(1);
          const whileProbed = await upstream.pause();

          expect([whilePaused, whileProbed]).toEqual([null, null]);
          expect(await upstream.readPause()).toBeNull();
        });

        it('is probed by another when the first to probe has died', async () => {
          const upstream = await openUpstream(kind);
          await upstream.pause();
          upstream.clock.at += 31 * second;
          await upstream.reserve(1);

          upstream.clock.at += probeMs - 1;
          const tooEarly = await upstream.reserve(1);
          upstream.clock.at += 1;
          const replacement = await upstream.reserve(1);

          expect(tooEarly).toEqual({
            moments: [],
            perSecond: 0,
            found: 0,
            doubling: false,
            probing: false,
            doubted: false,
            askAgainAt: upstream.clock.at,
          });
          expect(replacement).toMatchObject({ probing: true, moments: [upstream.clock.at] });
        });

        it('has no probe before a Retry-After from before it is over', async () => {
          const upstream = await openUpstream(kind);
          await upstream.slowDown(100 * second);
          await upstream.pause();
          upstream.clock.at += 31 * second;

          const early = await upstream.reserve(1, upstream.clock.at + 2 * second);

          expect(early).toEqual({
            moments: [],
            perSecond: 0,
            found: 0,
            doubling: false,
            probing: false,
            doubted: false,
            askAgainAt: start + 100 * second,
          });
        });
      });

      describe('summaries', () => {
        it('are held by their own 429 alone, and lists by theirs', async () => {
          const { lists, summaries } = await openLanes(kind);

          await summaries.slowDown(3_600 * second);
          const first = await lists.reserve(2);
          await lists.slowDown(30 * second);

          expect(first.moments).toEqual([start, start + 50]);
          expect(await summaries.reserve(1, start + 60 * second)).toMatchObject({
            moments: [],
            perSecond: 0,
            found: 0,
            doubling: false,
            askAgainAt: start + 3_600 * second,
          });
          expect(await lists.item()).toMatchObject({ heldUntil: start + 30 * second });
        });

        it('have a pause and a probe of their own', async () => {
          const { lists, summaries, clock } = await openLanes(kind);

          await summaries.pause('failing');

          await expect(summaries.reserve(1)).rejects.toThrow('fetching summaries paused until');
          expect((await lists.reserve(1)).moments).toEqual([start]);
          expect(await lists.readPause()).toBeNull();
          clock.at += 31 * second;
          expect(await summaries.reserve(1)).toMatchObject({ probing: true });
          await summaries.resume();
          expect(await summaries.reserve(1)).toMatchObject({ probing: false });
        });

        it('go on while lists fail', async () => {
          const { lists, summaries } = await openLanes(kind);

          await lists.pause('failing');

          expect((await summaries.reserve(1)).moments).toEqual([start]);
        });

        it('wait while the token is rejected, until a list went through', async () => {
          const { lists, summaries, clock } = await openLanes(kind);
          await lists.pause('rejected');
          const whilePaused = await summaries.reserve(1).catch((error: unknown) => error);
          clock.at += 301 * second;
          const unprobed = await summaries.reserve(1).catch((error: unknown) => error);
          await lists.reserve(1);
          const whileProbing = await summaries.reserve(1);
          await lists.resume();
          const afterwards = await summaries.reserve(1);

          expect(whilePaused).toBeInstanceOf(UpstreamPausedError);
          expect(whilePaused).toMatchObject({ reason: 'rejected', until: start + 300 * second });
          expect(unprobed).toMatchObject({ reason: 'rejected', until: clock.at + 60 * second });
          expect(whileProbing).toMatchObject({ moments: [], askAgainAt: clock.at + 500 });
          expect(afterwards.moments).toHaveLength(1);
        });
      });

      describe('the doubt in a token', () => {
        const refuseFive = async ({ refuse }: Awaited<ReturnType<typeof openUpstream>>, status = 403) => {
          const rejected: boolean[] = [];
          for (let buyer = 0; buyer < 5; buyer += 1) rejected.push(await refuse(`buyer ${buyer}`, status));
          return rejected;
        };

        it('is raised by five buyers, whichever instances they were refused to', async () => {
          const tables = await kind.connect(5);
          const clock = createSetClock();
          const instances = tables.map((table, seed) => instanceOver(table, clock, seed));

          const rejected = await Promise.all(instances.map(({ refuse }, buyer) => refuse(`buyer ${buyer}`)));

          expect(rejected).toEqual([false, false, false, false, false]);
          expect(await instances[0]?.isDoubted()).toBe(true);
        });

        it('becomes certain when five are refused again, once everyone could be asked', async () => {
          const upstream = await openUpstream(kind);
          await refuseFive(upstream);
          const atOnce = await refuseFive(upstream);
          upstream.clock.at += 900 * second;

          expect(atOnce).not.toContain(true);
          expect(await refuseFive(upstream)).not.toContain(true);
          upstream.clock.at += 20 * second;
          expect(await upstream.refuse('buyer 0', 403)).toBe(true);
        });

        it('is not raised by buyers that are known as refused', async () => {
          const upstream = await openUpstream(kind);
          const refusal = { status: 403, since: start, lastAt: start, count: 3, toldAt: start };
          for (let buyer = 0; buyer < 5; buyer += 1)
            await upstream.ledger.saveRefusal(`buyer ${buyer}`, refusal);

          await refuseFive(upstream);

          expect(await upstream.isDoubted()).toBe(false);
        });

        it.each([
          [
            'told with the next reservation',
            (one: Awaited<ReturnType<typeof openUpstream>>) => one.reserve(1, undefined, true),
          ],
          ['told at once', (one: Awaited<ReturnType<typeof openUpstream>>) => one.endDoubt()],
        ])('ends with an allowed list, %s', async (_, tell) => {
          const upstream = await openUpstream(kind);
          await refuseFive(upstream);
          const before = await upstream.reserve(1);

          await tell(upstream);
          upstream.clock.at += 900 * second;

          expect(before).toMatchObject({ doubted: true });
          expect(await upstream.reserve(1)).toMatchObject({ doubted: false });
          expect(await upstream.isDoubted()).toBe(false);
          expect(await refuseFive(upstream)).not.toContain(true);
        });
      });

      describe('an item of another version', () => {
        it('of the first version, in the middle of a pause, keeps its pause', async () => {
          const item = {
            v: 1,
            ver: 7,
            nextFreeAt: start - second,
            pausedUntil: start + 60 * second,
            pauseReason: 'rejected',
            pauses: 2,
          };
          const upstream = await openUpstream(kind, item);

          expect(await upstream.readPause()).toEqual({ reason: 'rejected', until: start + 60 * second });
          upstream.clock.at += 60 * second;
          expect(await upstream.reserve(1)).toMatchObject({ probing: true });
        });

        it('with attributes that it can not read is begun anew', async () => {
          const item = { ver: 1, grownMs: 'long', nextFreeAt: null, pauseReason: 'moon', pauses: 'many' };
          const upstream = await openUpstream(kind, item);

          expect((await upstream.reserve(2)).moments).toEqual([start, start + 50]);
        });
      });
    });
  },
);

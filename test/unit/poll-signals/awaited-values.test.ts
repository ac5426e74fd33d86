import { describe, expect, it } from 'vitest';
import { readAllValues } from '../../../functions/poll-signals/read-values.ts';
import { TransportError } from '../../../shared/domain/errors.ts';
import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { HotRule } from '../../../shared/domain/signals/hotness.ts';
import { nextReadingAt } from '../../../shared/domain/signals/next-reading.ts';
import { awaitedKey, entryKey, valueWaitKey } from '../../../shared/ledger/items/keys.ts';
import { bridgeId, buyerA, rowUuid } from '../../support/examples/example-signals.ts';
import { benchNow as now } from '../../support/functions/open-functions.ts';
import {
  listed,
  liveBuyer,
  openPolling,
  pagesOf,
  type Reading,
} from '../../support/functions/open-polling.ts';
import { type Listed, openHandler, routeOf } from './handler-bench.ts';

const minute = 60_000;
const failing = new TransportError('TIMEOUT', 'the list timed out');
const queued = { value: null, status: 'Queued', processedAt: null };
const inState = (...states: string[]): RouteMatch => ({ columns: [{ name: 'State', oneOf: states }] });
const rest: Route = { ...routeOf('rest', {}), otherwise: true };
const routes = [
  routeOf('west', inState('CA', 'OR')),
  routeOf('east', inState('NY')),
  routeOf('tenders', { bridges: ['Open Tenders'] }),
  rest,
];
const byScore: HotRule = { topByHotness: 0, columns: [{ name: 'Score', atLeast: 80 }] };
const readValues = { buyerIds: [buyerA], values: true };
const signalId = `${bridgeId}#${rowUuid(1)}`;

interface Given {
  readonly routes?: readonly Route[];
  readonly hot?: HotRule;
}

/** Row 1 was recorded with these values. */
async function recorded(columns: Listed[number], given: Given = {}) {
  const lists = new Map<string, Listed>([[buyerA, { 1: columns }]]);
  const opened = openHandler(lists, { routes, ...given });
  await opened.poll({ buyerIds: [buyerA] });
  const at = (minutes: number, values: Listed[number] | null) => {
    opened.time.now = now + minutes * minute;
    lists.set(buyerA, values === null ? {} : { 1: values });
    return opened.poll(readValues);
  };
  const ids = (given.routes ?? routes).map(({ id }) => id);
  const takers = () => ids.filter((id) => opened.waiting(id).length > 0);
  const entry = (id: string) => opened.table.peek(entryKey(id, opened.outboxKeys(id)[0] ?? 'none'));
  return { ...opened, at, takers, entry };
}

// The bridge of the bench shows no name: unknown for good, so that the route `tenders` counts as matching.
const known = [routeOf('west', inState('CA', 'OR')), routeOf('east', inState('NY')), rest];

describe('a signal whose match depends on a value that is being computed', () => {
  it('is with the routes that match in any case, and with the others that match once the value is known', async () => {
    const { at, takers, entry, observed, ledger } = await recorded({ State: queued });
    expect(takers()).toEqual(['tenders']);
    const awaited = { signals: 1, columns: ['State'], until: now + 10 * minute };
    expect(await ledger.awaited.count()).toEqual(awaited);

    expect(await at(1, { State: 'CA' })).toEqual([{ buyerId: buyerA, settled: 1, waiting: 0 }]);

    expect(takers()).toEqual(['west', 'tenders']);
    expect(await ledger.awaited.count()).toEqual({ signals: 0, columns: [], until: null });
    const taken = entry('west');
    expect(taken).toMatchObject({ firstSeenAt: now, releaseAt: now + minute });
    expect(JSON.parse(String(taken?.text))).toMatchObject({ columns: { State: 'CA' } });
    expect(observed).toContainEqual({
      ...{ kind: 'signal-settled', buyerId: buyerA, signalId },
      ...{ routes: ['west'], isKnown: true },
    });
  });

  it('counts as a match once its time is over, also after its row has vanished', async () => {
    const { at, takers, asked, table, entry } = await recorded({ State: queued }, { routes: known });
    expect(await at(1, { State: queued })).toEqual([{ buyerId: buyerA, settled: 0, waiting: 1 }]);
    expect(await at(3, null)).toEqual([{ buyerId: buyerA, settled: 0, waiting: 1 }]);
    expect(takers()).toEqual([]);
    const before = asked.length;
    expect(await at(10, { State: 'TX' })).toEqual([{ buyerId: buyerA, settled: 1, waiting: 0 }]);
    expect([takers(), asked.length - before]).toEqual([['west', 'east'], 0]);
    expect(JSON.parse(String(entry('west')?.text))).toMatchObject({ columns: { State: null } });
    // Another poll may have stored its wait, and stand still before it records its signals.
    await at(11, null);
    expect(table.peek(valueWaitKey(buyerA))).toHaveProperty('dueAt', now + 25 * minute);
    await at(25, null);
    expect(table.peek(valueWaitKey(buyerA))).not.toHaveProperty('dueAt');
  });

  it('goes out all the same if what is stored of it is damaged', async () => {
    const opened = await recorded({ State: queued }, { routes: known });
    const key = awaitedKey(buyerA, signalId);
    await opened.table.update({ key, set: { text: '{' } });
    await opened.at(10, null);
    expect(await opened.ledger.outbox.read('west', 1)).toMatchObject([{ damaged: true, signal: null }]);
  });

  it('is hot if the value makes it hot, and waits for the summary that it asks for', async () => {
    const given = { hot: byScore, routes: [routeOf('hot', { hot: true }), routeOf('cold', { hot: false })] };
    const { at, takers, entry, queued: asked } = await recorded({ Score: queued }, given);
    expect([takers(), asked.summary]).toEqual([[], []]);
    await at(1, { Score: 95 });
    expect(takers()).toEqual(['hot']);
    expect(entry('hot')).toMatchObject({ hot: true, releaseAt: now + 10 * minute });
    expect(String(entry('hot')?.hotBecause)).toContain('95');
    expect(asked.summary).toEqual([{ buyerId: buyerA }]);
  });

  /** A live buyer whose signal was recorded while its score was being computed; `later` is what its list shows then. */
  async function recordedLater(later: Reading, hot: HotRule) {
    const bench = openPolling(
      (list, before) => {
        if (list.startsWith('Hotness')) return [failing];
        return before === 0 ? pagesOf([listed(1, { columns: { Score: queued } })]) : later;
      },
      {
        hot,
        columns: { deadline: 'Due Date' },
        routes: [routeOf('hot', { hot: true }), routeOf('cold', { hot: false })],
      },
    );
    await bench.setBuyer(liveBuyer);
    await bench.poll();
    return {
      ...bench,
      readAt: (minutes: number) => {
        bench.time.now = now + minutes * minute;
        const deadline = bench.time.now + minute;
        return readAllValues(bench.ports, { slot: 'slot', buyerIds: [buyerA], deadline });
      },
      takers: () => ['hot', 'cold'].filter((id) => bench.outboxKeys(id).length > 0),
    };
  }

  it('goes to both where its place in the Hotness order stays unknown, and says so', async () => {
    const later = pagesOf([listed(1, { columns: { Score: 12 } })]);
    const { readAt, takers, ledger } = await recordedLater(later, { ...byScore, topByHotness: 3 });
    expect(await readAt(1)).toMatchObject([{ settled: 1, waiting: 0 }]);
    expect(takers()).toEqual(['hot', 'cold']);
    expect(await ledger.outbox.read('cold', 1)).toMatchObject([{ hot: false, hotUnknown: true }]);

    const ranked = await recordedLater(later, byScore);
    expect(await ranked.readAt(1)).toMatchObject([{ settled: 1, waiting: 0 }]);
    expect(ranked.takers()).toEqual(['cold']);
    expect(await ranked.ledger.outbox.read('cold', 1)).toMatchObject([{ hot: false, hotUnknown: false }]);
  });

  it('is not hot if its deadline has passed, however high its score is when it comes', async () => {
    const later = pagesOf([listed(1, { columns: { Score: 99, 'Due Date': '2020-01-31' } })]);
    const { readAt, takers } = await recordedLater(later, byScore);
    expect(await readAt(1)).toMatchObject([{ settled: 1, waiting: 0 }]);
    expect(takers()).toEqual(['cold']);
  });

  it('counts as taken by no route only once that is known', async () => {
    const lists = new Map<string, Listed>([[buyerA, { 1: { State: queued } }]]);
    const { poll, time, ledger } = openHandler(lists, { routes: known.slice(0, 2) });
    const untaken = async () =>
      (await ledger.history.readTallies({ since: 0, until: time.now })).map((tally) => tally.untaken);
    await poll({ buyerIds: [buyerA] });
    expect(await untaken()).toEqual([0]);
    time.now += minute;
    lists.set(buyerA, { 1: { State: 'TX' } });
    await poll(readValues);
    expect(await untaken()).toEqual([1]);
  });

  it('goes on waiting if its list can not be read', async () => {
    const { readAt, takers, observedOf } = await recordedLater([failing], byScore);
    expect(await readAt(1)).toEqual([{ buyerId: buyerA, settled: 0, waiting: 1 }]);
    expect(observedOf('values-failed')).toEqual([
      { kind: 'values-failed', slot: 'slot', buyerId: buyerA, problem: 'the list timed out' },
    ]);
    expect(takers()).toEqual([]);
  });

  it('waits for nothing where signals do not wait', async () => {
    const lists = new Map<string, Listed>([[buyerA, { 1: { State: queued } }]]);
    const opened = openHandler(lists, { routes: known });
    opened.redeploy({ summaries: { waitAtMost: '0 minutes' } });
    await opened.poll({ buyerIds: [buyerA] });
    expect(opened.table.peek(awaitedKey(buyerA, signalId))).toBeUndefined();
    expect(opened.outboxKeys('west')).toHaveLength(1);
  });

  it('counts as a match at once if its buyer is excluded meanwhile, and its list is not read', async () => {
    const { at, takers, redeploy, asked, ports } = await recorded({ State: queued }, { routes: known });
    const before = asked.length;
    redeploy({ watch: { ...ports.config.watch, except: { buyers: [buyerA], bridges: [] } } });
    await at(1, { State: 'TX' });
    expect([takers(), asked.length - before]).toEqual([['west', 'east'], 0]);
  });

  it('is settled by the config of now', async () => {
    const { at, takers, redeploy } = await recorded({ State: queued }, { routes: known });
    redeploy({ routes: known.slice(1) });
    await at(1, { State: 'CA' });
    expect(takers()).toEqual(['rest']);
  });

  it('is read again after a failure, and no sooner than it is due', async () => {
    const { at, takers, time, asked } = await recorded({ State: queued }, { routes: known });
    const before = asked.length;
    expect(await at(0.5, { State: 'CA' })).toEqual([{ buyerId: buyerA, settled: 0, waiting: 0 }]);
    expect(asked.length - before).toBe(0);
    await at(1, { State: queued });
    expect(await at(1.5, { State: 'CA' })).toEqual([{ buyerId: buyerA, settled: 0, waiting: 0 }]);
    time.now = now;
    await at(2, { State: 'CA' });
    expect(takers()).toEqual(['west']);
  });
});

it('a value is read less and less often, each quarter of an hour at least, and two minutes before its wait ends', () => {
  const wait = { firstSeenAt: now, until: now + 60 * minute };
  const readAt: number[] = [];
  for (let at = now; at < wait.until; readAt.push((at - now) / minute)) at = nextReadingAt(wait, at);
  expect(readAt).toEqual([1, 2, 4, 8, 16, 31, 46, 58, 60]);
});

describe('settling', () => {
  it('happens once where two do it at once', async () => {
    const { ledger, takers, at } = await recorded({ State: queued }, { routes: known });
    const [before] = await ledger.awaited.read(buyerA);
    await at(1, { State: 'CA' });
    if (!before?.signal) throw new Error('nothing was recorded');
    const again = {
      baseline: false,
      releaseAt: now,
      routeIds: ['rest'],
      verdicts: [],
      content: before.signal,
    };
    expect(await ledger.awaited.settle({ ...before, ...again })).toBe(false);
    expect(takers()).toEqual(['west']);
  });
});

import { describe, expect, it } from 'vitest';
import { readAllValues } from '../../../functions/poll-signals/read-values.ts';
import { TransportError } from '../../../shared/domain/errors.ts';
import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import type { Route, RoutingMode } from '../../../shared/domain/routes/route.ts';
import type { HotRule } from '../../../shared/domain/signals/hotness.ts';
import { entryKey } from '../../../shared/ledger/keys.ts';
import { bridgeId, buyerA, rowUuid } from '../../support/examples/example-signals.ts';
import {
  listed,
  liveBuyer,
  openPolling,
  pagesOf,
  type Reading,
} from '../../support/functions/open-polling.ts';
import { now } from '../ledger/open-ledger.ts';
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
const cold: HotRule = { topByHotness: 0, columns: [] };
const byScore: HotRule = { topByHotness: 0, columns: [{ name: 'Score', atLeast: 80 }] };
const readValues = { buyerIds: [buyerA], values: true };

interface Given {
  readonly routes?: readonly Route[];
  readonly routing?: RoutingMode;
  readonly hot?: HotRule;
}

/** Row 1 was recorded with these values. */
async function recorded(columns: Listed[number], given: Given = {}) {
  const lists = new Map<string, Listed>([[buyerA, { 1: columns }]]);
  const opened = openHandler(lists, { hot: cold, routes, ...given });
  await opened.poll({ buyerIds: [buyerA] });
  const at = (minutes: number, values: Listed[number] | null) => {
    opened.time.now = now + minutes * minute;
    lists.set(buyerA, values === null ? {} : { 1: values });
    return opened.poll(readValues);
  };
  const ids = (given.routes ?? routes).map(({ id }) => id);
  const takers = () => ids.filter((id) => opened.waiting(id).length > 0);
  const entry = (id: string) => {
    return opened.item(entryKey(id, opened.outboxKeys(id)[0] ?? 'none'));
  };
  return { ...opened, at, takers, entry };
}

// The bridge of the bench shows no name: unknown for good, so that the route `tenders` counts as matching.
const known = [routeOf('west', inState('CA', 'OR')), routeOf('east', inState('NY')), rest];

describe('a signal whose match depends on a value that is being computed', () => {
  it('waits in the outboxes of the routes that may match it, and is sure of the others', async () => {
    const { takers, entry } = await recorded({ State: queued });

    expect(takers()).toEqual(['west', 'east', 'tenders']);
    expect(await entry('west')).toMatchObject({ undecided: true, releaseAt: now + 10 * minute });
    expect(await entry('tenders')).toMatchObject({ releaseAt: null });
    expect(await entry('tenders')).not.toHaveProperty('undecided');
  });

  it('is with the routes that match, and with them alone, once the value is known', async () => {
    const { at, takers, entry, observed } = await recorded({ State: queued }, { routes: known });

    expect(await at(1, { State: 'CA' })).toEqual([{ buyerId: buyerA, settled: 1, waiting: 0 }]);

    expect(takers()).toEqual(['west']);
    const kept = await entry('west');
    expect(kept).toMatchObject({ releaseAt: now + minute });
    expect(kept).not.toHaveProperty('undecided');
    expect(JSON.parse(String(kept?.text))).toMatchObject({ columns: { State: 'CA' } });
    const id = `${bridgeId}#${rowUuid(1)}`;
    expect(observed).toContainEqual({
      kind: 'signal-settled',
      buyerId: buyerA,
      signalId: id,
      withdrawn: ['east'],
      kept: ['west'],
      added: [],
      open: [],
    });
  });

  it('goes to the routes for the rest when it turns out that no other route matches', async () => {
    const { at, takers, entry } = await recorded({ State: queued }, { routes: known });
    await at(2, { State: 'TX' });
    expect(takers()).toEqual(['rest']);
    expect(await entry('rest')).toMatchObject({ releaseAt: now + 2 * minute });
  });

  it('goes to one route at a time, if it is to go to one', async () => {
    const { at, takers, entry } = await recorded({ State: queued }, { routing: 'first', routes: known });
    expect(takers()).toEqual(['west']);
    await at(1, { State: 'NY' });
    expect(takers()).toEqual(['east']);
    expect(await entry('east')).not.toHaveProperty('undecided');
  });

  it('is undecided again about the next route, within the same wait', async () => {
    const scored = routeOf('scored', { columns: [{ name: 'Score', atLeast: 80 }] });
    const given = { routing: 'first' as const, routes: [...known.slice(0, 1), scored, rest] };
    const { at, takers, entry } = await recorded({ State: queued, Score: queued }, given);
    await at(1, { State: 'TX', Score: queued });
    expect(takers()).toEqual(['scored']);
    expect(await entry('scored')).toMatchObject({ undecided: true, releaseAt: now + 10 * minute });
    await at(2, { State: 'TX', Score: 12 });
    expect(takers()).toEqual(['rest']);
  });

  it('stays where it is while the value is not known, and after the row has vanished', async () => {
    const { at, takers } = await recorded({ State: queued }, { routes: known });
    expect(await at(1, { State: queued })).toEqual([{ buyerId: buyerA, settled: 0, waiting: 1 }]);
    expect(await at(3, null)).toEqual([{ buyerId: buyerA, settled: 0, waiting: 1 }]);
    expect(takers()).toEqual(['west', 'east']);
  });

  it('counts as a match once its time is over, and is not read any more', async () => {
    const { at, takers, asked, item } = await recorded({ State: queued }, { routes: known });
    const before = asked.length;
    expect(await at(10, { State: 'TX' })).toEqual([{ buyerId: buyerA, settled: 0, waiting: 0 }]);
    expect([takers(), asked.length - before]).toEqual([['west', 'east'], 0]);
    expect(await item({ pk: `B#${buyerA}`, sk: 'VALUES' })).not.toHaveProperty('dueAt');
  });

  it('is hot if the value makes it hot, and waits for the summary that it asks for', async () => {
    const given = { hot: byScore, routes: [routeOf('hot', { hot: true }), routeOf('cold', { hot: false })] };
    const { at, takers, entry, summariesAsked } = await recorded({ Score: queued }, given);
    expect([takers(), summariesAsked]).toEqual([['hot', 'cold'], []]);
    await at(1, { Score: 95 });
    expect(takers()).toEqual(['hot']);
    expect(await entry('hot')).toMatchObject({ hot: true, releaseAt: now + 10 * minute });
    expect(String((await entry('hot'))?.hotBecause)).toContain('95');
    expect(summariesAsked).toEqual([{ buyerId: buyerA }]);
  });

  /** A live buyer whose signal was recorded while its score was being computed; `later` is what its list shows then. */
  async function recordedLater(later: Reading, hot: HotRule) {
    const bench = openPolling(
      (list, before) => {
        if (list.startsWith('Hotness')) return [failing];
        return before === 0 ? pagesOf([listed(1, { columns: { Score: queued } })]) : later;
      },
      { hot, routes: [routeOf('hot', { hot: true }), routeOf('cold', { hot: false })] },
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
    expect(await ledger.readOutbox('cold', 1)).toMatchObject([{ hot: false, hotUnknown: true }]);

    const ranked = await recordedLater(later, byScore);
    expect(await ranked.readAt(1)).toMatchObject([{ settled: 1, waiting: 0 }]);
    expect(ranked.takers()).toEqual(['cold']);
    expect(await ranked.ledger.readOutbox('cold', 1)).toMatchObject([{ hot: false, hotUnknown: false }]);
  });

  it('stays where it is if its list can not be read or is refused', async () => {
    const { readAt, takers, observedOf, ledger, lists } = await recordedLater([failing], byScore);
    expect(await readAt(1)).toEqual([{ buyerId: buyerA, settled: 0, waiting: 1 }]);
    expect(observedOf('values-failed')).toEqual([
      { kind: 'values-failed', slot: 'slot', buyerId: buyerA, problem: 'the list timed out' },
    ]);

    const at = now + 2 * minute;
    await ledger.saveRefusal(buyerA, { status: 403, since: at, lastAt: at, count: 1, toldAt: at });
    const before = lists.length;
    expect(await readAt(3)).toEqual([{ buyerId: buyerA, settled: 0, waiting: 0 }]);
    expect([lists.length, takers()]).toEqual([before, ['hot', 'cold']]);
  });

  it('is not undecided where signals do not wait', async () => {
    const lists = new Map<string, Listed>([[buyerA, { 1: { State: queued } }]]);
    const opened = openHandler(lists, { hot: cold, routes: known });
    opened.redeploy({ summaries: { waitAtMost: '0 minutes' } });
    await opened.poll({ buyerIds: [buyerA] });
    expect(opened.keys(`O#.undecided#${buyerA}`, '')).toEqual([]);
    expect(opened.outboxKeys('west')).toHaveLength(1);
  });

  it('is settled by the config of now: a route that is gone keeps it', async () => {
    const { at, takers, redeploy } = await recorded({ State: queued }, { routes: known });
    redeploy({ routes: known.slice(1) });
    await at(1, { State: 'TX' });
    expect(takers()).toEqual(['west']);
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

describe('settling', () => {
  const calls = [1, 2, 3, 4, 5, 6, 7, 8];

  it.each(calls)('leaves nothing half done when it crashes at call %i of the ledger', async (call) => {
    for (const fault of ['crash-before', 'crash-after'] as const) {
      const opened = await recorded({ State: queued }, { routes: known });
      await opened.cutOff(call, fault, () => opened.at(1, { State: 'TX' }));
      expect([['west', 'east'], ['rest']]).toContainEqual(opened.takers());
      await opened.at(5, { State: 'TX' });
      expect(opened.takers()).toEqual(['rest']);
    }
  });

  it('happens once where two do it at once', async () => {
    const { ledger, takers, ...opened } = await recorded({ State: queued }, { routes: known });
    const [before] = await ledger.readUndecided(buyerA);
    await opened.at(1, { State: 'CA' });
    expect(takers()).toEqual(['west']);
    const lost = { withdrawn: ['west', 'east'], kept: [], added: ['rest'], open: [] };
    const [entry] = await ledger.readOutbox('west', 1);
    if (!before || !entry?.signal) throw new Error('nothing was recorded');
    const signal = { ...before, undecided: before, baseline: false, releaseAt: null, content: entry.signal };
    expect(await ledger.settle(before, signal, lost)).toBe(false);
    expect(takers()).toEqual(['west']);
  });

  it('changes nothing once one of its entries was sent', async () => {
    const opened = await recorded({ State: queued }, { routes: known });
    const [sent] = opened.outboxKeys('west');
    await opened.table.transact([{ kind: 'delete', key: entryKey('west', sent ?? '') }]);
    expect(await opened.at(1, { State: 'TX' })).toEqual([{ buyerId: buyerA, settled: 0, waiting: 1 }]);
    expect(opened.takers()).toEqual(['east']);
  });
});

import { describe, expect, it } from 'vitest';
import type { RouteMatch } from '../../../../shared/domain/routes/match.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import type { HotRule } from '../../../../shared/domain/signals/hotness.ts';
import { nextReadingAt } from '../../../../shared/domain/signals/next-reading.ts';
import { awaitedKey, entryKey, signalKey } from '../../../../shared/ledger/items/keys.ts';
import { bridgeId, buyerA, rowUuid } from '../../../support/examples/example-signals.ts';
import { benchNow as now } from '../../../support/functions/open-functions.ts';
import { type Listed, openHandler, routeOf } from '../handler-bench.ts';

const minute = 60_000;
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
const byHotness = {
  hot: byScore,
  routes: [
    routeOf('hot', { hot: true }),
    routeOf('cold', { hot: false }),
    routeOf('all', {}),
    routeOf('elsewhere', { hot: true, bridges: ['5e2f1e6e-0000-4000-8000-000000000009'] }),
  ],
};
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
    const [overAt, until] = [now + 10 * minute, now + 10 * minute];
    expect(await ledger.awaited.count()).toEqual({ signals: 1, columns: ['State'], overAt, until });

    expect(await at(1, { State: 'CA' })).toEqual([{ buyerId: buyerA, settled: 1, waiting: 0 }]);

    expect(takers()).toEqual(['west', 'tenders']);
    expect(await ledger.awaited.count()).toEqual({ signals: 0, columns: [], overAt: null, until: null });
    const taken = entry('west');
    expect(taken).toMatchObject({ firstSeenAt: now, releaseAt: now + minute });
    expect(JSON.parse(String(taken?.text))).toMatchObject({ columns: { State: 'CA' } });
    expect(observed).toContainEqual({
      kind: 'signal-settled',
      buyerId: buyerA,
      signalId,
      routes: ['west'],
      isKnown: true,
    });
  });

  it('goes out all the same if what is stored of it is damaged', async () => {
    const opened = await recorded({ State: queued }, { routes: known });
    const key = awaitedKey(buyerA, signalId);
    await opened.table.update({ key, set: { text: '{' } });
    await opened.at(10, null);
    expect(await opened.ledger.outbox.read('west', 1)).toMatchObject([{ damaged: true, signal: null }]);
  });

  it('is written down as not hot, with its values and no word of a status, which a dry run tells', async () => {
    const { takers, entry, table, queued: asked } = await recorded({ Score: queued }, byHotness);
    expect([takers(), asked.summary]).toEqual([['all'], []]);
    expect(table.peek(signalKey(signalId))).toMatchObject({ hot: false });
    expect(entry('all')).toMatchObject({
      hot: false,
      hotUnknown: true,
      text: expect.stringContaining('Score'),
    });
    expect(JSON.stringify(entry('all'))).not.toContain('Queued');
    const { poll } = openHandler(new Map([[buyerA, { 1: { Score: queued } }]]), byHotness);
    const wouldRecord = [{ hot: false, routeIds: ['all'], waitsFor: ['Score'] }];
    expect(await poll({ buyerIds: [buyerA], dryRun: true })).toMatchObject({ wouldRecord });
  });

  it('is hot if the value makes it hot, and waits for the summary that it asks for', async () => {
    const { at, takers, entry, queued: asked } = await recorded({ Score: queued }, byHotness);
    await at(1, { Score: 95 });
    expect(takers()).toEqual(['hot', 'all']);
    expect(entry('hot')).toMatchObject({ hot: true, releaseAt: now + 10 * minute });
    expect(String(entry('hot')?.hotBecause)).toContain('95');
    expect(asked.summary).toEqual([{ buyerId: buyerA }]);
  });

  it('shows that a column of hot has values, also if each of them comes only after its signal was recorded', async () => {
    const { at, ledger } = await recorded({ Score: queued }, byHotness);
    expect(await ledger.columns.readColumnSeen('Score')).toBeNull();
    await at(1, { Score: 5 });
    expect(await ledger.columns.readColumnSeen('Score')).toBe(now + minute);
  });

  it('waits for nothing where signals do not wait', async () => {
    const lists = new Map<string, Listed>([[buyerA, { 1: { State: queued } }]]);
    const opened = openHandler(lists, { routes: known });
    opened.redeploy({ summaries: { waitAtMost: '0 minutes' } });
    await opened.poll({ buyerIds: [buyerA] });
    expect(opened.table.peek(awaitedKey(buyerA, signalId))).toBeUndefined();
    expect(opened.outboxKeys('west')).toHaveLength(1);
  });

  it('waits for nothing where its item has no room for the names of all its columns', async () => {
    const names = Array.from({ length: 2_000 }, (_, n) => `${'long '.repeat(50)}${n}`);
    const many = Object.fromEntries([...names, 'State'].map((name) => [name, queued]));
    const opened = await recorded(many, { routes: known });
    expect(opened.recorded()).toEqual([1]);
    expect(opened.takers()).toEqual(['west', 'east']);
  });

  it('is looked for again if it is stored only after its values were read, also at the end of the longest wait', async () => {
    const opened = openHandler(new Map(), { routes: known });
    const until = now + 24 * 60 * minute;
    await opened.ledger.awaited.addWait({ buyerId: buyerA, dueAt: now, until });
    await opened.poll(readValues);
    expect(await opened.ledger.awaited.readWait(buyerA)).toMatchObject({ dueAt: until + 15 * minute });
  });
});

it('a value is read less and less often, each quarter of an hour at least, and two minutes before its wait ends', () => {
  const wait = { firstSeenAt: now, until: now + 60 * minute };
  const readAt: number[] = [];
  for (let at = now; at < wait.until; readAt.push((at - now) / minute)) at = nextReadingAt(wait, at);
  expect(readAt).toEqual([1, 2, 4, 8, 16, 31, 46, 58, 60]);
});

import { expect, it } from 'vitest';
import type { ComposeRequest } from '../../../functions/compose-digests/digests/ports.ts';
import type { FloodRule } from '../../../shared/domain/routes/route.ts';
import type { Signal } from '../../../shared/domain/rows/signal.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';
import { composeNow, openComposing } from '../../support/functions/open-composing.ts';
import type { LedgerChanges } from '../../support/ledger/change-ledger.ts';

const holds: FloodRule = { over: 3, show: 2 };

/** Composing for a route with a flood rule. */
function openFlooded(entries: readonly OutboxEntry[], ledger: LedgerChanges = {}) {
  const bench = openComposing(entries, { ledger });
  const route = { ...immediateRoute, flood: holds };
  return {
    ...bench,
    compose: (over: Partial<ComposeRequest> = {}) => bench.compose({ route, ...over }),
    untold: async () => (await bench.ledger.routes.read('crm')).untold,
  };
}

/** The newest first: as a flood rule shows those that are not hot. */
const several = (count: number): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => exampleEntry(index, { firstSeenAt: composeNow - 2 - index }));
const keysOf = (entries: readonly OutboxEntry[]) => entries.map(({ key }) => key);

it('sends the newest of a flood, and says how many there were and how many its route holds', async () => {
  const entries = several(5);
  const { compose, frozen, contents, observed, outboxKeys, untold } = openFlooded(entries);

  expect(await compose()).toMatchObject({ digests: [{ signals: 2 }], setAside: 3, delayed: [] });
  expect(frozen[0]?.members.toSorted()).toEqual(keysOf(entries.slice(0, 2)).toSorted());
  expect(contents()).toMatchObject([{ held: 3, flood: { newSignals: 5, shown: 2 } }]);
  expect(observed[0]).toEqual({ kind: 'signals-set-aside', routeId: 'crm', signals: 3 });
  expect([outboxKeys('crm'), await untold()]).toEqual([[], 0]);
});

it('says of which bridges its signals are, most first, those that are set aside among them', async () => {
  const of = (entry: OutboxEntry, over: Partial<Signal>): OutboxEntry => ({
    ...entry,
    signal: entry.signal && { ...entry.signal, ...over },
  });
  const [first, second, ...others] = several(9) as [OutboxEntry, OutboxEntry, ...OutboxEntry[]];
  const { compose, contents } = openFlooded([
    { ...of(first, { bridgeName: 'News' }), hot: true },
    of(second, { bridgeName: null, filterType: 'RFP' }),
    exampleEntry(90, { firstSeenAt: composeNow - 50, signal: null }),
    ...others.map((entry, index) => of(entry, { bridgeName: index < 4 ? 'Board meetings' : 'News' })),
  ]);

  await compose();

  const bridges = [
    { name: 'Board meetings', signals: 4 },
    { name: 'News', signals: 4 },
    { name: 'RFP', signals: 1 },
  ];
  expect(contents()).toMatchObject([{ flood: { newSignals: 10, shown: 2, bridges } }]);
});

it('tells what another composition set aside and did not tell, and of no bridges then', async () => {
  const { compose, contents, ledger, add, untold } = openFlooded([]);
  add(several(9));
  const keys = keysOf(several(9).slice(2));
  await ledger.outbox.setAside({ routeId: 'crm', keys, ver: 0 });

  expect(await compose()).toMatchObject({ digests: [{ signals: 2 }], setAside: 0 });

  expect(contents()[0]?.flood).toEqual({ newSignals: 9, shown: 2 });
  expect(await untold()).toBe(0);
});

it('sends all at its time where one was resent after it, and the others are too many for one reading', async () => {
  const again = { enteredAt: composeNow + 30_000, released: true };
  const resent = exampleEntry(90, { firstSeenAt: composeNow - 86_400_000, ...again });
  const bench = openComposing([resent, ...several(20)], { entriesAtOnce: 2 });
  bench.time.now += 60_000;

  const { digests } = await bench.compose({ route: { ...morningRoute, flood: { ...holds, over: 30 } } });

  expect(bench.frozen[0]?.members).toEqual([resent.key]);
  expect(digests.reduce((sum, { signals }) => sum + signals, 0)).toBe(21);
});

it('tells nothing of what was released before its message', async () => {
  const { compose, contents, ledger } = openFlooded(several(5));
  const keys = keysOf(several(5).slice(2));
  await ledger.outbox.setAside({ routeId: 'crm', keys, ver: 0 });
  await ledger.outbox.resendHeld('crm');
  await compose();
  expect(contents()).toMatchObject([{ held: 0, totals: { signals: 5 } }]);
  expect(contents()[0]).not.toHaveProperty('flood');
});

it('freezes nothing, and holds nothing, for a route that is disabled while its flood is set aside', async () => {
  const bench: ReturnType<typeof openFlooded> = openFlooded(several(5), {
    outbox: {
      async setAside(aside) {
        await bench.ledger.routes.disable('crm', 'no_service', composeNow);
        return bench.ledger.outbox.setAside(aside);
      },
    },
  });
  expect(await bench.compose()).toMatchObject({ state: 'DISABLED', digests: [], setAside: 0 });
  expect(bench.outboxKeys('crm')).toHaveLength(5);
});

it('in a dry run tells what it would send, and moves nothing', async () => {
  const { compose, table, observed } = openFlooded(several(5));
  const before = JSON.stringify([...table.all()]);
  expect(await compose({ dryRun: true })).toMatchObject({ digests: [{ signals: 2 }], setAside: 0 });
  expect([JSON.stringify([...table.all()]), observed]).toEqual([before, []]);
});

it('sends its hottest that wait for a summary when that is there', async () => {
  const [ready, waiting, ...others] = several(5) as [OutboxEntry, OutboxEntry, ...OutboxEntry[]];
  const entries = [ready, { ...waiting, hot: true, releaseAt: composeNow + 60_000 }, ...others];
  const { compose, contents, time, untold } = openFlooded(entries);

  expect(await compose()).toMatchObject({ digests: [{ signals: 2 }], setAside: 2 });
  expect(contents()).toMatchObject([{ flood: { newSignals: 4, shown: 2 } }]);
  expect(await untold()).toBe(0);
  time.now += 60_000;
  expect(await compose()).toMatchObject({ digests: [{ signals: 1 }] });
  expect(contents()[1]).not.toHaveProperty('flood');
});

it('fails if setting aside leaves no time for its digest, which a later composition sends', async () => {
  const { compose } = openFlooded(several(5));
  await expect(compose({ deadline: composeNow + 9_999 })).rejects.toMatchObject({
    code: 'COMPOSE_UNFINISHED',
    message: 'crm: no time left for what a flood has too many',
  });
  const later = compose({ deadline: composeNow + 10_000 });
  expect(await later).toMatchObject({ digests: [{ signals: 2 }], setAside: 0 });
});

import { expect, it } from 'vitest';
import type { ComposeRequest } from '../../../../functions/compose-digests/digests/ports.ts';
import type { FloodRule } from '../../../../shared/domain/routes/route.ts';
import type { Signal } from '../../../../shared/domain/rows/signal.ts';
import type { OutboxEntry } from '../../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { composeNow, openComposing } from '../../../support/functions/open-composing.ts';
import type { LedgerChanges } from '../../../support/ledger/change-ledger.ts';

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

it('in a dry run tells what it would send, and moves nothing', async () => {
  const { compose, table, observed } = openFlooded(several(5));
  const before = JSON.stringify([...table.all()]);
  expect(await compose({ dryRun: true })).toMatchObject({ digests: [{ signals: 2 }], setAside: 0 });
  expect([JSON.stringify([...table.all()]), observed]).toEqual([before, []]);
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

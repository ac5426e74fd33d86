import { describe, expect, it } from 'vitest';
import { createHandler } from '../../../../functions/plan-polls/handler.ts';
import { makeSqsEvent } from '../../../../machine/queues/work-queue.ts';
import type { SignalpostConfig } from '../../../../shared/config/signalpost-config.ts';
import { UpstreamPausedError } from '../../../../shared/domain/errors.ts';
import type { BuyerState } from '../../../../shared/domain/polling/buyer-state.ts';
import { bridgeMarkKey, buyerKey } from '../../../../shared/ledger/items/keys.ts';
import { TableUnavailableError } from '../../../../shared/ledger/table/table.ts';
import { bridgeId as bridge, buyerA, buyerB } from '../../../support/examples/example-signals.ts';
import { benchConfig, benchNow as now, openFunctions } from '../../../support/functions/open-functions.ts';
import { liveBuyer } from '../../../support/functions/open-polling.ts';

const stranger = 'cccccccc-0000-4000-8000-000000000003';
const otherBridge = 'dddddddd-0000-4000-8000-000000000004';
const hourMs = 3_600_000;
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `eeeeeeee-0000-4000-8000-${String(n).padStart(12, '0')}`);

interface Given {
  readonly watch?: Partial<SignalpostConfig['watch']>;
  /** The buyers of rows that changed a minute ago; an error is what the call throws. */
  readonly rows?: readonly string[] | Error;
}

/** Two watched buyers that were read before, and a bridge that the last tick looked at. */
async function open({ watch, rows = [] }: Given = {}) {
  const looks: string[] = [];
  const bench = openFunctions({
    config: { watch: { ...benchConfig.watch, buyers: [buyerA, buyerB], bridges: [bridge], ...watch } },
    api: {
      async *bridgeRowPages({ bridgeId }) {
        looks.push(bridgeId);
        if (rows instanceof Error) throw rows;
        const result = rows.map((buyerId) => ({
          rowId: `row of ${buyerId}`,
          buyerId,
          updatedAt: new Date(now - 60_000).toISOString(),
        }));
        for (const pageNumber of [1, 2])
          yield { pageNumber, pageSize: 20, totalItems: 40, totalPages: 2, unreadable: [], result } as never;
      },
    },
  });
  const setBuyer = (buyerId: string, over: Partial<BuyerState> = {}) =>
    bench.table.put({ ...buyerKey(buyerId), v: 1, ...liveBuyer, ...over });
  for (const buyerId of [buyerA, buyerB]) await setBuyer(buyerId);
  const times = { lookedAt: now - 900_000, newestRowAt: now - hourMs, newestSeenAt: now - 900_000 };
  await bench.table.put({ ...bridgeMarkKey(bridge), v: 1, ...times });
  const sent: [queue: string, messages: readonly unknown[], delaySeconds: number][] = [];
  const queue = (name: string) => ({
    send: async (messages: readonly unknown[], delaySeconds = 0) => {
      if (messages.length > 0) sent.push([name, messages, delaySeconds]);
    },
  });
  const handle = createHandler({ ...bench.ports, queue, api: {} as never });
  const follow = (...messages: readonly unknown[]) => {
    const bodies = messages.map((message, n) => ({ messageId: `m${n}`, body: JSON.stringify(message) }));
    return handle(makeSqsEvent(bodies), { getRemainingTimeInMillis: () => 300_000 });
  };
  const dueAt = async (buyerId: string) => (await bench.ledger.buyers.read(buyerId)).dueAt;
  return { ...bench, follow, sent, looks, setBuyer, dueAt };
}

const urgent = (buyerIds: readonly string[], turn: 'first' | 'again' = 'first') => {
  const slot = new Date(now).toISOString();
  return ['urgent', [{ slot, buyerIds, at: now, because: 'due', urgent: turn }], 0];
};
const all = { batchItemFailures: [] };

describe('an event that names buyers', () => {
  it('makes the watched ones due, and has all of a batch polled at once, each once', async () => {
    const { follow, sent, setBuyer, dueAt, ledger } = await open();
    // It was watched, and read, before.
    await setBuyer(stranger, { dueAt: now });
    await ledger.buyers.retire(stranger, now);

    const answer = await follow(
      { buyerIds: [buyerA, stranger] },
      { buyerIds: [buyerA.toUpperCase()] },
      { buyerIds: [buyerB] },
    );

    expect(answer).toEqual(all);
    expect(sent).toEqual([urgent([buyerA, buyerB])]);
    expect([await dueAt(buyerA), await dueAt(buyerB), await dueAt(stranger)]).toEqual([now, now, null]);
  });

  it.each([
    ['was never read completely', { state: 'BASELINING', baselineAt: null }],
    ['can’t be read at the moment', { failingSince: now - 60_000 }],
    ['is refused', { failingSince: now - 60_000, refusals: 1 }],
  ] as const)('leaves a buyer to the ticks that %s', async (_, over) => {
    const { follow, sent, setBuyer, dueAt } = await open();
    await setBuyer(buyerA, over);
    await follow({ buyerIds: [buyerA] });
    expect([sent, await dueAt(buyerA)]).toEqual([[], now + hourMs]);
  });

  it('keeps the time of a buyer that is due already', async () => {
    const { follow, sent, setBuyer, dueAt } = await open();
    await setBuyer(buyerA, { dueAt: now - 60_000 });
    await follow({ buyerIds: [buyerA] });
    expect(sent).toEqual([urgent([buyerA])]);
    expect(await dueAt(buyerA)).toBe(now - 60_000);
  });

  it('has a hundred polled at once, and more as the tenth of the rate allows', async () => {
    const buyers = numbered(250);
    const { follow, setBuyer, ledger, time } = await open({ watch: { buyers } });
    for (const buyerId of buyers) await setBuyer(buyerId);
    const countDue = async () => (await ledger.buyers.listDue(time.now)).size;
    for (const at of [0, 100, 200]) await follow({ buyerIds: buyers.slice(at, at + 100) });
    expect(await countDue()).toBe(100);
    // Two a second, of twenty.
    time.now += 10_000;
    await follow({ buyerIds: buyers.slice(150) });
    expect(await countDue()).toBe(120);
  });
});

describe('an event that names a bridge', () => {
  it('has the buyers of its newest page polled, and stores nothing of it', async () => {
    const { follow, sent, looks, table } = await open({ rows: [buyerA, stranger] });
    const stored = () => [...table.all()].filter(({ pk }) => !pk.startsWith('B#') && !pk.startsWith('U#'));
    const before = JSON.stringify(stored());

    await follow({ bridgeId: bridge }, { bridgeId: bridge }, { buyerIds: [buyerB] });

    expect(looks).toEqual([bridge]);
    expect(sent).toEqual([urgent([buyerB, buyerA])]);
    expect(JSON.stringify(stored())).toBe(before);
  });

  it('asks for no bridge that no tick looks at, that none has looked at, or that is left out', async () => {
    for (const watch of [{ bridges: [] }, { bridges: [otherBridge] }, { only: 'these bridges' as const }]) {
      const { follow, looks, sent } = await open({ watch });
      await follow({ bridgeId: otherBridge }, ...(watch.bridges ? [{ bridgeId: bridge }] : []));
      expect([looks, sent]).toEqual([[], []]);
    }
  });
});

describe('an event that can’t be followed', () => {
  it('is told, and comes no more, since the next tick finds the same', async () => {
    const paused = new UpstreamPausedError('events', now + 1_000);
    const { follow, sent, observed } = await open({ rows: paused });
    expect(await follow({ bridgeId: bridge }, { buyerIds: [buyerA] })).toEqual(all);
    expect(sent).toEqual([urgent([buyerA])]);
    expect(observed).toMatchObject([
      { kind: 'events-delayed', problem: expect.stringMatching(/tenth of the calls$/) },
      { kind: 'events-followed', named: 1, polled: 1 },
    ]);
  });

  it('is told where the table is away, too', async () => {
    const { follow, sent, observed, ledger } = await open();
    Object.assign(ledger.buyers, { readMany: () => Promise.reject(new TableUnavailableError('throttled')) });
    expect(await follow({ buyerIds: [buyerA] })).toEqual(all);
    expect([sent, observed]).toEqual([[], [{ kind: 'events-delayed', problem: 'throttled' }]]);
  });

  it('fails alone if it can’t be read', async () => {
    const { follow, sent } = await open();
    const answer = await follow(
      { buyerIds: ['nobody'] },
      { buyerIds: numbered(101) },
      { buyerIds: [buyerB] },
    );
    const failed = ['m0', 'm1'].map((itemIdentifier) => ({ itemIdentifier }));
    expect(answer).toEqual({ batchItemFailures: failed });
    expect(sent).toEqual([urgent([buyerB])]);
  });
});

import { expect, it } from 'vitest';
import { createHandler } from '../../../../functions/compose-digests/handler.ts';
import { makeSqsEvent } from '../../../../machine/queues/work-queue.ts';
import { exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../../support/functions/example-routes.ts';
import { openFunctions } from '../../../support/functions/open-functions.ts';
import { changeLedger, type LedgerChanges } from '../../../support/ledger/change-ledger.ts';

const slot = '2026-11-21T08:00:07.250Z';
const invocation = { getRemainingTimeInMillis: () => 120_000 };

function open(over: LedgerChanges = {}) {
  const bench = openFunctions({ config: { routes: [immediateRoute, { ...morningRoute, id: 'sales' }] } });
  const { ports, ledger, table, time } = bench;
  time.now = Date.parse(slot);
  const handle = createHandler({ ...ports, ledger: changeLedger(ledger, over) });
  const ask = (count: number) => {
    const messages = Array.from({ length: count }, (_, at) => ({
      messageId: `m${at}`,
      body: '{"immediate":true}',
    }));
    return handle(makeSqsEvent(messages), invocation);
  };
  const digests = () => [...table.all()].filter(({ sk }) => sk.startsWith('DIG#'));
  return { ...bench, ask, digests };
}

it('composes the immediate routes once for a batch of five hundred messages, under a slot of its own', async () => {
  const { ledger, ask, queued, digests } = open();
  await ledger.signals.record(exampleNewSignal(1, { routeIds: ['crm', 'sales'] }));
  expect(await ask(500)).toEqual({ batchItemFailures: [] });
  expect(digests().map((digest) => [digest.routeId, digest.slot, digest.signals])).toEqual([
    ['crm', slot, 1],
  ]);
  expect(queued.delivery).toEqual([{ routeId: 'crm', slot, part: 1 }]);
});

it('tells a failure once and leaves the rest to the sweep: no message comes again, or becomes a dead letter', async () => {
  const { ledger, ask, digests, observed } = open({
    digests: { freeze: () => Promise.reject(new Error('the ledger is away')) },
  });
  await ledger.signals.record(exampleNewSignal(1));
  expect(await ask(500)).toEqual({ batchItemFailures: [] });
  expect(observed).toEqual([
    { kind: 'not-composed-at-once', problem: expect.stringContaining('the ledger is away') },
  ]);
  expect(digests()).toEqual([]);
});

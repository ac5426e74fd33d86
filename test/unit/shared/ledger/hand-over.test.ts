import { expect, it } from 'vitest';
import { exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { openLedger } from '../../../support/ledger/open-ledger.ts';

const keysOf = async ({ ledger }: ReturnType<typeof openLedger>, routeId: string) =>
  (await ledger.outbox.read(routeId, 200)).map(({ key }) => key.slice(-12));

it('what waits for a route is handed to another, and what the other has already stays there once', async () => {
  const opened = openLedger();
  const numbers = Array.from({ length: 120 }, (_, at) => at + 1);
  for (const number of numbers) {
    const routeIds = number % 50 === 0 ? ['crm/ann', 'crm'] : ['crm/ann'];
    await opened.ledger.signals.record(exampleNewSignal(number, { routeIds }));
  }
  expect(await opened.ledger.pending.handOver('crm/ann', 'crm')).toBe(120);
  expect(await keysOf(opened, 'crm/ann')).toEqual([]);
  const there = await keysOf(opened, 'crm');
  expect([there.length, new Set(there).size]).toEqual([120, 120]);
  expect(await opened.ledger.pending.handOver('crm/ann', 'crm')).toBe(0);
});

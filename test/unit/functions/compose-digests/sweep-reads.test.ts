import { expect, it } from 'vitest';
import { createHandler } from '../../../../functions/compose-digests/handler.ts';
import { createLedger } from '../../../../shared/ledger/ledger.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { openFunctions } from '../../../support/functions/open-functions.ts';
import { aroundCalls } from '../../../support/ledger/around-calls.ts';

const minute = 60_000;

/** How many reads each of six sweeps makes, the last with the judgement of alerts, over that many routes. */
async function countReads(count: number): Promise<number[]> {
  const routes = Array.from({ length: count }, (_, at) => ({ ...immediateRoute, id: `sales/p${at}` }));
  const { ports, table, time } = openFunctions({ config: { routes } });
  let calls = 0;
  const counted = aroundCalls(table, (_, call) => {
    calls += 1;
    return call();
  });
  const ledger = createLedger({ table: counted, clock: ports.clock, random: ports.random });
  const handler = createHandler({ ...ports, ledger });
  const reads: number[] = [];
  for (let sweep = 0; sweep < 6; sweep += 1) {
    const before = calls;
    const slot = new Date(time.now).toISOString();
    await handler(
      { sweep: true, compose: true, alerts: true, slot },
      { getRemainingTimeInMillis: () => 100_000 },
    );
    reads.push(calls - before);
    time.now += minute;
  }
  return reads.slice(1);
}

it('a sweep makes two reads for each route, and two more every five minutes', async () => {
  const [one, many] = [await countReads(1), await countReads(201)];
  expect(many.map((reads, sweep) => (reads - (one[sweep] ?? 0)) / 200)).toEqual([2, 2, 2, 2, 4]);
});

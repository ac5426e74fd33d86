import { expect, it } from 'vitest';
import { checkRoutes } from '../../../../cli/doctor/check-reading.ts';
import { exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';
import { freezeOldest, pointer } from '../../../support/ledger/digests.ts';
import { openLedger } from '../../../support/ledger/open-ledger.ts';

const { routes } = exampleConfig;
const [route] = routes;

it('warns of a route that sends nothing, and is well once it is resumed', async () => {
  const { ledger } = openLedger();
  const check = () => checkRoutes({}, routes, (work) => work(ledger));
  const id = route?.id ?? '';

  await ledger.routes.pause(id, Date.now());
  expect(await check()).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(new RegExp(`^route ${id}: paused by hand since .+ resume ${id}$`)),
    fix: expect.stringMatching(/ status shows each$/),
  });

  await ledger.routes.enable(id, Date.now());
  expect(await check()).toMatchObject({ state: 'ok' });
});

it('warns of a digest that a run left behind, and not beside a process that sends it', async () => {
  const { ledger } = openLedger();
  await ledger.signals.record(exampleNewSignal(1));
  await freezeOldest(ledger, pointer, Date.now());
  const check = (isRunning: boolean) => checkRoutes({}, routes, (work) => work(ledger, isRunning));
  expect(await check(false)).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('no attempt was made'),
  });
  expect(await check(true)).toMatchObject({ state: 'ok' });
});

import { expect, it } from 'vitest';
import { checkRoutes } from '../../../../cli/doctor/check-reading.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';
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

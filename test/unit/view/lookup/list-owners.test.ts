import { expect, it } from 'vitest';
import { checkOwners } from '../../../../cli/doctor/check-owners.ts';
import { listOwners } from '../../../../view/lookup/list-owners.ts';
import { exampleNewSignal, exampleRow } from '../../../support/examples/example-signals.ts';
import { benchNow as now, openFunctions } from '../../../support/functions/open-functions.ts';

const config = { columns: { owner: 'Owner' }, people: { 'Ann Lee': { slack: 'U0ANN' } }, routes: [] };

async function open(owners: readonly (readonly [string, boolean])[]) {
  const { ledger } = openFunctions();
  for (const [index, [Owner, hot]] of owners.entries()) {
    const content = exampleRow(index, { columns: { Owner } });
    await ledger.signals.record(exampleNewSignal(index, { hot, content, firstSeenAt: now - 1000 }));
  }
  return ledger;
}

it('the owners of signals are listed with how people can have them, those with the most hot signals first', async () => {
  const ledger = await open([
    ['Ann Lee', false],
    ['Dev Patel <dp@example.com>; ann lee', true],
    ['bo.diaz@example.com', true],
    ['DEV  patel', true],
  ]);
  const bo = { name: 'Bo Diaz', key: 'bo.diaz@example.com', address: 'bo.diaz@example.com' };
  const listed = await listOwners(ledger, config, now);
  expect(listed).toEqual([
    { name: 'Dev Patel', key: 'Dev Patel', address: 'dp@example.com', slack: null, signals: 2, hot: 2 },
    { name: 'Ann Lee', key: 'Ann Lee', address: null, slack: 'U0ANN', signals: 2, hot: 1 },
    { ...bo, slack: null, signals: 1, hot: 1 },
  ]);
});

it('doctor names owners with hot signals whom people lacks', async () => {
  const visitOf = (ledger: Awaited<ReturnType<typeof open>>) => ({
    visit: <Result>(work: (given: typeof ledger) => Promise<Result>) => work(ledger),
  });
  const { visit } = visitOf(
    await open([
      ['Dev Patel', true],
      ['Bo', false],
      ['Ann Lee', true],
    ]),
  );
  expect(await checkOwners({}, config, visit)).toMatchObject({
    state: 'warning',
    found: 'people has no Slack id of Dev Patel (1 hot signal)',
    fix: expect.stringMatching(/^add them: .+ people looks up their ids$/),
  });
  const well = visitOf(await open([['Ann Lee', true]]));
  expect(await checkOwners({}, config, well.visit)).toMatchObject({ state: 'ok' });
});

import { describe, expect, it } from 'vitest';
import { checkNames } from '../../../../cli/doctor/check-names.ts';
import type { RouteMatch } from '../../../../shared/domain/routes/match.ts';
import { bridgeId, exampleNewSignal, exampleRow } from '../../../support/examples/example-signals.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';
import { openLedger } from '../../../support/ledger/open-ledger.ts';

const bridge = '00000000-0000-4000-8000-000000000001';

function examine(match: RouteMatch, columns: readonly string[], show: readonly string[] = []) {
  const [route] = exampleConfig.routes;
  const hot = { topByHotness: 0, columns: [] };
  const config = { ...exampleConfig, hot, routes: [{ ...route, match, show }] };
  return checkNames(config as typeof exampleConfig, new Map([[bridge, columns]]), (work) => work(null));
}

const deep = { any: [{ not: { columns: [{ name: 'Cty', equals: 'Springfield' }] } }] };

describe('before anything ran, the check of what was read', () => {
  it.each<[string, Parameters<typeof examine>, string, string]>([
    [
      'a near column, however deep',
      [deep, ['City']],
      'failed',
      'the column "Cty" of the match of route crm was not seen yet (did you mean "City"?)',
    ],
    [
      'another column',
      [{}, ['City'], ['Budget']],
      'warning',
      '"Budget" of show of route crm was not seen yet',
    ],
    ['no column where none is known', [deep, []], 'ok', 'nothing that was read'],
    ['no bridge and no buyer', [{ bridges: ['A'], buyers: ['B'] }, []], 'ok', 'nothing that was read'],
  ])('names %s', async (_, given, state, found) => {
    expect(await examine(...given)).toMatchObject({ state, found: expect.stringContaining(found) });
  });
});

it.each([
  [
    'its bridge',
    bridgeId,
    'warning',
    'signals had the column "State" of the match of route crm, and their bridges do not',
  ],
  ['another bridge, and theirs was not asked', bridge, 'ok', 'nothing that was read'],
])('a column that signals had is missed in the metadata of %s', async (_, asked, state, found) => {
  const { ledger } = openLedger();
  const content = exampleRow(1, { columns: { State: 'CA' } });
  await ledger.signals.record(exampleNewSignal(1, { firstSeenAt: Date.now(), content }));
  const [route] = exampleConfig.routes;
  const routes = [{ ...route, match: { columns: [{ name: 'State', equals: 'CA' }] } }];
  const config = { ...exampleConfig, routes } as typeof exampleConfig;

  const checked = await checkNames(config, new Map([[asked, ['US State']]]), (work) => work(ledger));

  expect(checked).toMatchObject({ state, found: expect.stringContaining(found) });
});

import { expect, it } from 'vitest';
import { checkConfigFile, checkSignals } from '../../../../cli/doctor/list-checks.ts';
import type { SignalpostConfig } from '../../../../shared/config/signalpost-config.ts';
import type { RouteMatch } from '../../../../shared/domain/routes/match.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';

const bridge = '00000000-0000-4000-8000-000000000001';
const check = (over: Partial<SignalpostConfig>, stage = 'dev') => {
  const api = { ...exampleConfig.api, baseUrl: 'https://bridge.invalid' };
  const options = { config: 'c.json', state: '.signalpost', stage };
  return checkConfigFile(options, { ...exampleConfig, api, ...over });
};

it('it says that watched bridges are no filter of signals, unless they are', () => {
  const watch = { ...exampleConfig.watch, bridges: [bridge] };
  expect(check({ watch })).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('add "only": "these bridges"'),
  });
  expect(check({ watch: { ...watch, only: 'these bridges' } })).toMatchObject({
    found: 'c.json: crm, sales; only signals of the 1 bridge in watch.bridges are sent',
  });
});

it('it refuses "local" in a protected stage', () => {
  expect(check({ local: true }, 'prod')).toMatchObject({ state: 'failed' });
  expect(check({ local: true }, 'dev')).toMatchObject({ state: 'ok' });
});

it('it warns of a route for hot signals alone where no rule says which are hot', () => {
  const [route] = exampleConfig.routes;
  const checkMatch = (match: RouteMatch, topByHotness = 0) =>
    checkSignals({ ...(route as Route), match }, { ...exampleConfig, hot: { topByHotness, columns: [] } });
  for (const match of [{ hot: true }, { any: [{ hot: true }, { hot: true, buyers: ['Springfield'] }] }])
    expect(checkMatch(match)).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('nothing is sent'),
    });
  for (const match of [{}, { hot: false }, { any: [{ hot: true }, {}] }, { not: { hot: true } }])
    expect(checkMatch(match)).toMatchObject({ state: 'ok' });
  expect(checkMatch({ hot: true }, 1)).toMatchObject({ state: 'ok' });
});

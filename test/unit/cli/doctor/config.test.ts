import { expect, it } from 'vitest';
import { checkConfigFile } from '../../../../cli/doctor/list-checks.ts';
import type { SignalpostConfig } from '../../../../shared/config/signalpost-config.ts';
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

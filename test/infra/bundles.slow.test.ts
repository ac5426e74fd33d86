import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pipelineFunctions } from '../../functions/wiring.ts';
import { checkConfig } from '../../shared/config/check-config.ts';
import { exampleConfig } from '../support/infra/example-config.ts';
import { resourcesOf, synthesize } from '../support/infra/synthesize.ts';

const buyers = Array.from({ length: 1000 }, (_, index) => {
  return `3f0c7f5e-9a57-4c8e-8a39-${index.toString(16).padStart(12, '0')}`;
});
const signingSecret = { secret: 'SIGNING_SECRET' };
const inbound = { events: { signingSecret }, slack: { signingSecret } };
const config = checkConfig({ ...exampleConfig, inbound, watch: { ...exampleConfig.watch, buyers } });

describe('the bundles of a config with a thousand buyers', () => {
  const synthesized = synthesize({ config, bundle: true });
  afterAll(() => synthesized.remove());
  const directories = Object.values(synthesized.bundles);

  it('hold one CommonJS file and the config as data', () => {
    expect(new Set(directories).size).toBe(Object.keys(pipelineFunctions).length);
    for (const directory of directories) {
      expect(readdirSync(directory).sort()).toEqual(['config.json', 'index.js']);
      expect(JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8'))).toEqual(config);
      expect(statSync(join(directory, 'index.js')).size).toBeLessThan(530_000);
    }
  });

  it('are the same bytes when nothing changed', () => {
    const again = synthesize({ config, bundle: true });
    again.remove();

    const names = (bundles: Readonly<Record<string, string>>) =>
      Object.entries(bundles).map(([id, directory]) => [id, directory.split('/').at(-1)]);
    expect(names(again.bundles)).toEqual(names(synthesized.bundles));
  });

  it('leave the environment variables small, far below the 4 KB that Lambda takes', () => {
    for (const [, { Properties }] of resourcesOf(synthesized.running, 'AWS::Lambda::Function')) {
      expect(JSON.stringify(Properties.Environment.Variables).length).toBeLessThan(1_200);
    }
  });
});

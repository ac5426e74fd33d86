import { describe, expect, it } from 'vitest';
import { type Started, suggest } from '../../../../view/words/suggest.ts';

function startedBy(file: string, env: Started['env'] = {}): Started {
  return { argv0: 'node', argv: ['/usr/bin/node', file, 'status'], env };
}

const clone = '/srv/signalpost/cli/bin.mjs';
const own = { npm_package_name: 'signalpost' };
const app = { npm_package_name: 'app' };
const installed = '/srv/app/node_modules/.bin/signalpost';

describe('a suggested command begins as the command was called', () => {
  it.each<[string, Started, string]>([
    ["by a clone's npm script", startedBy(clone, own), 'npm run -s signalpost --'],
    ['by npx in a clone', startedBy(installed, own), 'npx signalpost'],
    [
      'by a script of the project that installed it, whatever its name',
      startedBy(installed, app),
      'npx signalpost',
    ],
    ['by its name, installed globally', startedBy('/usr/local/bin/signalpost'), 'signalpost'],
    ["by Node, from another package's script", startedBy(clone, app), `node ${clone}`],
    ['by Node', startedBy('/home/ann b/cli/bin.mjs'), "node '/home/ann b/cli/bin.mjs'"],
  ])('%s', (_, started, called) => {
    expect(suggest('status', {}, started)).toBe(`${called} status`);
  });
});

describe('a suggested command works on the same state', () => {
  const started = startedBy('/usr/local/bin/signalpost');

  it('with the options that were given, and without those that were not', () => {
    const here = { config: 'conf/own.ts', state: '/var/lib/signals' };
    expect(suggest('resume sales', here, started)).toBe(
      'signalpost resume sales --config conf/own.ts --state /var/lib/signals',
    );
    const usual = { config: 'signalpost.config.ts', state: '.signalpost', stage: 'prod' };
    expect(suggest('resume sales', usual, started)).toBe('signalpost resume sales --stage prod');
  });

  it('with local destinations permitted here, but not to a stage, whose commands do not take that flag', () => {
    const flags = { allowLocalDestinations: true };
    expect(suggest('run', flags, started)).toBe('signalpost run --allow-local-destinations');
    expect(suggest('deploy', { ...flags, stage: 'dev' }, started)).toBe('signalpost deploy --stage dev');
  });

  it('with what the shell would split or expand in quotes', () => {
    expect(suggest('status', { state: "ann's $HOME" }, started)).toBe(
      `signalpost status --state 'ann'\\''s $HOME'`,
    );
  });
});

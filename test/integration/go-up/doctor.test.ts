import { afterEach, describe, expect, it } from 'vitest';
import { signingSecret, token } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { expectCivil } from '../../support/time/civil.ts';
import { startGoUpBench } from './bench.ts';

describe('before a stage goes up', () => {
  const bench = openedForAll(() => startGoUpBench());
  afterEach(() => {
    bench.account.secrets.clear();
    bench.account.stacks.clear();
    bench.account.parameters.clear();
  });

  const linesOf = ({ stdout }: { readonly stdout: string }) => stdout.trimEnd().split('\n');

  it('names all that a first deploy still needs, one line each with the command that fixes it', async () => {
    const result = await bench.run(['doctor', '--stage', 'dev']);

    expect(result).toMatchObject({ exitCode: 1, stderr: '' });
    expect(linesOf(result).map((line) => line.replace(/\s+/g, ' '))).toEqual([
      'ok config: config.json: crm',
      expect.stringMatching(/^ok signals for crm: All signals go to the webhook at [^/ ]+ at once\.$/),
      'ok credentials: account 111122223333, region eu-west-1, as arn:aws:sts::111122223333:assumed-role/Admin',
      'ok stacks: not deployed yet',
      'ok concurrency: found 1000 unreserved concurrent executions of Lambda in this account and region; the stage uses up to 20 at once',
      'ok ledger: its table is created by the first deploy',
      'warning alarms: nobody is told when something fails. Fix: add "alarms": {"to": …} to the config (docs/configuration.md), or write "alarms": "none"',
      'missing secret BRIDGE_ACCESS_TOKEN: is not in signalpost/dev/api (needed by api.token). Fix: npm run -s signalpost -- secrets set BRIDGE_ACCESS_TOKEN --config config.json --stage dev',
      'missing secret DIGEST_SIGNING_SECRET: is not in signalpost/dev/destinations (needed by route crm). Fix: npm run -s signalpost -- secrets set DIGEST_SIGNING_SECRET --config config.json --stage dev',
      'skipped the API: needs secret BRIDGE_ACCESS_TOKEN',
      'skipped the clock: needs the API',
      'ok names: nothing that was read contradicts the config',
      'skipped columns: needs secret BRIDGE_ACCESS_TOKEN',
      'skipped route crm: needs secret DIGEST_SIGNING_SECRET',
      'ok routes: nothing has run here yet',
      'ok reading: nothing has run here yet',
      '2 of 16 checks failed. Fix them, then run this again.',
    ]);
  });

  it('ends with 0 and the next command when nothing is missing, and has sent no digest', async () => {
    bench.hold('api', { BRIDGE_ACCESS_TOKEN: token });
    bench.hold('destinations', { DIGEST_SIGNING_SECRET: signingSecret });

    const result = await bench.run(['doctor', '--stage', 'dev']);

    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(linesOf(result).at(-1)).toBe(
      'All checks passed, with 1 warning. Next: npm run -s signalpost -- deploy --config config.json --stage dev',
    );
    expect(bench.inbox.requests.map(({ method }) => method)).toEqual(['OPTIONS']);
    expectCivil(result);
  });

  it('fails where the functions use another table than that of the state stack', async () => {
    const { stacks, parameters } = bench.account;
    stacks.set('signalpost-dev-state', { Other: 'x', TableName: 'own' }).set('signalpost-dev', {});
    parameters.set('/signalpost/dev/manifest', JSON.stringify({ version: 1, table: 'restored' }));

    const { stdout } = await bench.run(['doctor', '--stage', 'dev']);

    expect(stdout).toContain(
      'failed   stacks: the functions of dev use the table restored, and its state stack has own.',
    );
  });

  it('examines this machine where no stage is named', async () => {
    const result = await bench.run(['doctor'], {
      env: { BRIDGE_ACCESS_TOKEN: token, DIGEST_SIGNING_SECRET: signingSecret },
    });

    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(linesOf(result).at(-1)).toBe(
      'All checks passed, with 1 warning. Next: npm run -s signalpost -- preview --fresh --config config.json',
    );
    expectCivil(result);
  });
});

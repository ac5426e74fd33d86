import { beforeAll, describe, expect, it } from 'vitest';
import { type BenchState, countsOf, startRunBench } from '../../support/commands/run-bench.ts';
import { startReceiver } from '../../support/destinations/receiver.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

describe('a first run that is a flood for a Slack channel', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 30, signals: 150 }));
  const slack = openedForAll(() => startReceiver());
  let state: BenchState;
  let env: Record<string, string>;
  beforeAll(async () => {
    env = { SLACK_WEBHOOK_URL: `${slack.url}/T00/B00/hook-5d1e` };
    state = bench.newState();
    const to = { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } };
    const routes = [{ id: 'sales', when: 'immediately', to, flood: { over: 50, show: 5 } }];
    state.configure({ routes });
  });
  const texts = () => slack.requests.map(({ body }) => JSON.parse(body).text as string);
  const run = () => state.run(['run', '--once', '--json'], env);

  it('shows the hottest, says how many are held, and ends well', async () => {
    const result = await run();

    expect(result.exitCode, result.stderr).toBe(0);
    const { signalsRecorded, digestsPending } = countsOf(result);
    expect(signalsRecorded).toBeGreaterThan(50);
    expect(digestsPending).toBe(0);
    const held = signalsRecorded - 5;
    expect(slack.requests).toHaveLength(1);
    expect(texts()[0]).toMatch(new RegExp(`^${signalsRecorded} new signals`));
    expect(slack.requests[0]?.body).toContain(`Unusually many: ${signalsRecorded} new signals.`);
    expect(slack.requests[0]?.body).toMatch(new RegExp(`5 [a-z ]+ shown, ${held} wait\\.`));
    expect(slack.requests[0]?.body).not.toContain('release');
    expect(result.stderr).toContain(
      `signalpost: route sales: ${held} signals held over the flood limit; to send them: npm run -s signalpost -- resend sales --config config.json --state state`,
    );

    const status = await state.run(['status']);
    const json = await state.run(['status', '--json']);

    expect(status.stdout).toContain(
      `\n  route sales: ${held} signals held over the flood limit: npm run -s signalpost -- resend sales --config config.json --state state\n`,
    );
    expect(status.stdout).toMatch(
      /^ {2}All signals go to Slack \(SLACK_WEBHOOK_URL\) .+\(the others are held until resend\)\.$/m,
    );
    expect(JSON.parse(json.stdout)).toMatchObject({
      routes: [{ id: 'sales', signalsHeld: held, digests: [] }],
    });
  });

  it('sends the others with the next run after a resend, and none twice', async () => {
    const unknown = await state.run(['resend', 'marketing']);
    const listed = await state.run(['resend', 'sales', '--dry-run']);
    const printed = await state.run(['resend', 'sales', '--dry-run', '--json']);
    const released = await state.run(['resend', 'sales']);
    const sent = await run();
    const told = texts().length;
    const again = await state.run(['resend', 'sales']);
    const quiet = await run();

    expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the config has: sales') });
    expect(released.stdout).toMatch(/^route sales: \d+ held signals will go out with the next digests\.\n$/);
    expect(sent.exitCode, sent.stderr).toBe(0);
    const [, ...later] = slack.requests.map(({ body }) => body);
    expect(later.every((body) => !body.includes('Unusually many'))).toBe(true);
    // Every part says how many there are in all of them.
    const [count] = /\d+/.exec(released.stdout) ?? [];
    expect(listed.stdout).toMatch(
      new RegExp(
        `^route sales: would send 0 digests and ${count} held signals\\.\n(  .+ – .+\n){20}  and ${Number(count) - 20} more held signals\n$`,
      ),
    );
    expect(JSON.parse(printed.stdout).heldSignals).toHaveLength(20);
    expect(later.length).toBeGreaterThan(0);
    for (const text of texts().slice(1)) expect(text).toMatch(new RegExp(`^${count} new signals`));
    expect(again.stdout).toBe(
      'route sales: no digest has failed for good and no signal is held, so there is nothing to send.\n',
    );
    expect(quiet.exitCode).toBe(0);
    expect(texts()).toHaveLength(told);
    expect((await state.run(['status'])).stdout).toContain('\nsales (slack): nothing is pending\n');
  });
});

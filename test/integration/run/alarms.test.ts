import { expect, it } from 'vitest';
import { startRunBench } from '../../support/commands/run-bench.ts';
import { startReceiver } from '../../support/destinations/receiver.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { secretPath, sentences } from '../../support/time/civil.ts';

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 20 }));

const slack = { type: 'slack', webhookUrl: { secret: 'OPS_SLACK' } };
const gone = (url: string) => ({
  id: 'crm',
  when: 'immediately',
  to: { type: 'webhook', url, signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } },
});

it('tells alarms.to on one machine once, by the run that causes the alarm, and status lists it', async () => {
  const receiver = await startReceiver({ answers: () => ({ status: 410, body: '' }) });
  const ops = await startReceiver({ answers: () => ({ status: 200, body: 'ok' }) });
  const state = bench.newState();
  state.configure({ routes: [gone(receiver.url)], alarms: { to: slack } });
  const env = { OPS_SLACK: `${ops.url}/T00/B00/${secretPath}` };

  await state.run(['run', '--once'], env);
  await state.run(['run', '--once', '--due'], env);
  const status = await state.run(['status']);
  const { alarms } = JSON.parse((await state.run(['status', '--json'])).stdout);
  await Promise.all([receiver.close(), ops.close()]);

  expect(ops.requests.map(({ body }) => JSON.parse(body).text.split('\n')[0])).toEqual([
    '🚨 Alarm: A route is disabled in this machine',
  ]);
  expect(status.stdout).toMatch(/alarms +A route is disabled \(crm\)\n +told to +Slack \(OPS_SLACK\)\n/);
  expect(alarms.raised).toMatchObject([{ name: 'route-disabled', route: 'crm', digestId: null }]);
  expect(alarms.untold).toBe(0);
});

it('keeps an alarm that could not be told for the next run, and says who is told where nobody is', async () => {
  const receiver = await startReceiver({ answers: () => ({ status: 410, body: '' }) });
  let answer = { status: 503, body: '' };
  const ops = await startReceiver({ answers: () => answer });
  const state = bench.newState();
  state.configure({ routes: [gone(receiver.url)], alarms: { to: slack } });
  const env = { OPS_SLACK: `${ops.url}/T00/B00/${secretPath}` };

  const failed = await state.run(['run', '--once'], env);
  const waiting = await state.run(['status']);
  answer = { status: 200, body: 'ok' };
  await state.run(['run', '--once', '--due'], env);
  await state.run(['run', '--once', '--due'], env);
  state.configure({ routes: [gone(receiver.url)] });
  const untold = await state.run(['status']);
  await Promise.all([receiver.close(), ops.close()]);

  expect(sentences(failed)).toContainEqual(
    expect.stringContaining(
      '"A route is disabled" is ALARM, but its message could not be delivered: answered 503',
    ),
  );
  expect(waiting.stdout).toContain('A route is disabled (crm); 1 message not sent yet\n');
  expect(ops.requests).toHaveLength(2);
  expect(untold.stdout).toMatch(/told to +nobody; alarms\.to in the config names who is\n/);
});

it('does not begin without the secret of its alarms', async () => {
  const state = bench.newState();
  state.configure({ alarms: { to: slack } });

  const { exitCode, stderr } = await state.runOnce();

  expect(exitCode).toBe(2);
  expect(stderr).toContain('the secret OPS_SLACK is not set');
});

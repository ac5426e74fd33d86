import { expect, it } from 'vitest';
import { type BenchState, startRunBench } from '../../support/commands/run-bench.ts';
import { startReceiver } from '../../support/destinations/receiver.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { secretPath, sentences } from '../../support/time/civil.ts';

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 20 }));
let answer = { status: 200, body: 'ok' };
const ops = openedForAll(() => startReceiver({ answers: () => answer }));

const slack = { type: 'slack', webhookUrl: { secret: 'OPS_SLACK' } };

/** A state whose one route leads to an address that is gone. */
function newState(): BenchState {
  const state = bench.newState();
  state.configure({ alarms: { to: slack } });
  bench.inbox.answer = () => ({ status: 410 });
  return state;
}
const run = (state: BenchState, ...flags: string[]) =>
  state.run(['run', '--once', ...flags], { OPS_SLACK: `${ops.url}/T00/B00/${secretPath}` });

it('tells alarms.to on one machine once, by the run that causes the alarm, and status lists it', async () => {
  const state = newState();

  await run(state);
  await run(state, '--due');
  const status = await state.run(['status']);
  const { alarms } = await state.json('status');

  expect(ops.requests.map(({ body }) => JSON.parse(body).text.split('\n')[0])).toEqual([
    '🚨 Alarm: A route is disabled on this machine',
  ]);
  expect(status.stdout).toMatch(/alarms +A route is disabled \(all\)\n +told to +Slack \(OPS_SLACK\)\n/);
  expect(alarms.raised).toMatchObject([{ name: 'route-disabled', route: 'all', digestId: null }]);
  expect(alarms.untold).toBe(0);
});

it('keeps an alarm that could not be told for the next run, and says who is told where nobody is', async () => {
  const state = newState();
  const before = ops.requests.length;

  answer = { status: 503, body: '' };
  const failed = await run(state);
  const waiting = await state.run(['status']);
  answer = { status: 200, body: 'ok' };
  await run(state, '--due');
  await run(state, '--due');
  state.configure();
  const untold = await state.run(['status']);

  expect(sentences(failed)).toContainEqual(
    expect.stringContaining(
      '"A route is disabled" is ALARM, but its message could not be delivered: answered 503',
    ),
  );
  expect(waiting.stdout).toContain('A route is disabled (all); 1 message not sent yet\n');
  expect(ops.requests).toHaveLength(before + 2);
  expect(untold.stdout).toMatch(/told to +nobody; alarms\.to in the config names who is\n/);
});

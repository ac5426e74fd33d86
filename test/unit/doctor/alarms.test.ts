import { expect, it } from 'vitest';
import { listLocalChecks, listStageChecks } from '../../../cli/doctor/list-checks.ts';
import { localPlace } from '../../../cli/secret-place.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { exampleConfig } from '../../infra/example-config.ts';
import { fakeAccount } from './fake-account.ts';

const to = { type: 'slack', webhookUrl: { secret: 'OPS' } } as const;
const email = 'ops@example.com';
const quietAfter = '3 days';
const place = localPlace({ get: async () => '' });

type Said = Pick<SignalpostConfig, 'alarms' | 'tellsNobody'>;

it.each<[Said, 'ok' | 'warning', string, 'ok' | 'warning', string]>([
  [{ alarms: { to, quietAfter } }, 'ok', 'go to Slack (OPS)', 'ok', 'go to Slack (OPS)'],
  [
    { alarms: { to, email, quietAfter } },
    ...(['ok', 'go to Slack (OPS), and if that fails to ops@example.com'] as const),
    // Mail is sent by AWS.
    ...(['ok', 'go to Slack (OPS)'] as const),
  ],
  [
    { alarms: { email, quietAfter } },
    'ok',
    'go to ops@example.com',
    'warning',
    'nobody is told when something fails',
  ],
  [
    { tellsNobody: true },
    'ok',
    'nobody is told, as "alarms": "none" says',
    'ok',
    'nobody is told, as "alarms": "none" says',
  ],
  [{}, 'warning', 'nobody is told when something fails', 'warning', 'nobody is told when something fails'],
])('the doctor says who is told with %j', async (said, inStage, ofStage, onMachine, ofMachine) => {
  const config = { ...exampleConfig, ...said };
  const alarmsOf = (checks: ReturnType<typeof listLocalChecks>) =>
    checks.find(({ name }) => name === 'alarms')?.run();

  expect(
    await alarmsOf(listStageChecks({ stage: 'dev', config: 'c.json' }, config, place, fakeAccount())),
  ).toMatchObject({
    state: inStage,
    found: ofStage,
  });
  expect(await alarmsOf(listLocalChecks({ config: 'c.json' }, config, place))).toMatchObject({
    state: onMachine,
    found: ofMachine,
  });
});

it.each<[string, Said, object | undefined, string, string]>([
  ['who is told', {}, { alarmTopic: 'arn:pager' }, 'ok', 'go to arn:pager'],
  [
    'all who are',
    { alarms: { to, quietAfter } },
    { alarmTopic: 'arn:pager' },
    'ok',
    'go to Slack (OPS) and arn:pager',
  ],
  [
    'that nobody is',
    { alarms: { email, quietAfter } },
    undefined,
    'failed',
    'alarms.to: is missing for the stage prod',
  ],
])('the doctor says of prod %s, by what its app gave it', async (_, said, manifest, state, found) => {
  const account = fakeAccount(manifest && { manifest });
  const options = { stage: 'prod', config: 'c.json' };
  const checks = listStageChecks(options, { ...exampleConfig, ...said }, place, account);

  expect(await checks.find(({ name }) => name === 'alarms')?.run()).toMatchObject({
    state,
    found: expect.stringContaining(found),
  });
});

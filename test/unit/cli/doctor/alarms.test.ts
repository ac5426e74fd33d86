import { expect, it } from 'vitest';
import { listChecks } from '../../../../cli/doctor/list-checks.ts';
import { localPlace } from '../../../../cli/open/secret-place.ts';
import type { SignalpostConfig } from '../../../../shared/config/signalpost-config.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';
import { fakeAccount } from '../fake-account.ts';

const to = { type: 'slack', webhookUrl: { secret: 'OPS' } } as const;
const email = 'ops@example.com';
const quietAfter = '3 days';
const place = localPlace({ get: async () => '', hides: async () => false });
const account = fakeAccount({ manifest: { alarmTopic: 'arn:pager' } });

type Said = Pick<SignalpostConfig, 'alarms' | 'tellsNobody'>;

const toSlack: Said = { alarms: { to, quietAfter } };
const byMail: Said = { alarms: { email, quietAfter } };
const both: Said = { alarms: { to, email, quietAfter } };
const none: Said = { tellsNobody: true };

it.each<[where: string, Said, state: string, found: string]>([
  ['dev', toSlack, 'ok', 'go to Slack (OPS)'],
  ['dev', both, 'ok', 'go to Slack (OPS), and if that fails to ops@example.com'],
  ['dev', byMail, 'ok', 'go to ops@example.com'],
  ['dev', none, 'ok', 'nobody is told, as "alarms": "none" says'],
  ['dev', {}, 'warning', 'nobody is told when something fails'],
  // Mail is sent by AWS.
  ['here', both, 'ok', 'go to Slack (OPS)'],
  ['here', byMail, 'warning', 'nobody is told when something fails'],
  ['here', none, 'ok', 'nobody is told, as "alarms": "none" says'],
  ['prod', byMail, 'failed', 'alarms.to: is missing for the stage prod: nobody would be told when it fails'],
  ['prod with a topic', {}, 'ok', 'go to arn:pager'],
  ['prod with a topic', toSlack, 'ok', 'go to Slack (OPS) and arn:pager'],
])('the doctor says of %s who is told with %j', async (where, said, state, found) => {
  const config = { ...exampleConfig, ...said };
  const [stage = '', topic] = where.split(' with a ');
  const options = { config: 'c.json', state: '.signalpost', ...(where !== 'here' && { stage }) };
  const asked = where === 'here' ? null : topic ? account : fakeAccount();
  const checks = listChecks(options, config, place, asked, (work) => work(null));

  expect(await checks.find(({ name }) => name === 'alarms')?.run()).toMatchObject({ state, found });
});

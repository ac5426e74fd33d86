import { describe, expect, it } from 'vitest';
import type { StageSecrets } from '../../../../cli/aws/stage-secrets.ts';
import { runChecks } from '../../../../cli/doctor/check.ts';
import { checkConnections } from '../../../../cli/doctor/check-connections.ts';
import { localPlace, type SecretPlace, stagePlace } from '../../../../cli/open/secret-place.ts';
import { createEnvironmentSecrets } from '../../../../machine/secrets-environment.ts';
import {
  DeliveryTransportError,
  DestinationRefusedError,
} from '../../../../message/send/destination-errors.ts';
import type { PostAnswer, PostRequest } from '../../../../message/send/http-post.ts';
import { flowAddress } from '../../../../message/teams/flow.ts';
import { secret, webhook as webhookOf } from '../../../../shared/config/define-config.ts';
import type { DestinationSettings } from '../../../../shared/domain/routes/route.ts';
import type { StoredSecrets } from '../../../../shared/runtime/secrets-manager.ts';
import { exampleOf } from '../../../support/destinations/example-secrets.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';
import { namedError } from '../fake-account.ts';

const slackAddress = 'https://hooks.slack.com/services/T0AB/B0CD/secret5d1e';
const slack: DestinationSettings = { type: 'slack', webhookUrl: { secret: 'SLACK' } };
const teams: DestinationSettings = { type: 'teams', webhookUrl: { secret: 'TEAMS' } };
const webhook = webhookOf({ url: 'https://hooks.example.com/signals', signingSecret: secret('KEY') });
const rightSecrets: Readonly<Record<string, string>> = {
  BRIDGE_ACCESS_TOKEN: 'abc',
  SLACK: slackAddress,
  TEAMS: exampleOf(flowAddress),
  KEY: `whsec_${Buffer.from('a signing secret for these tests').toString('base64')}`,
};

/** What the check of that name reports, after those of the secrets. */
async function examine(
  name: string,
  place: SecretPlace,
  to: DestinationSettings = webhook,
  answer: Partial<PostAnswer> | Error = {},
) {
  const requests: PostRequest[] = [];
  const routes = [{ id: 'sales', match: {}, when: 'immediately', to }] as const;
  const checks = checkConnections(
    { ...exampleConfig, routes, local: false },
    place,
    (work) => work(null),
    async (request) => {
      requests.push(request);
      if (answer instanceof Error) throw answer;
      return { status: 200, headers: {}, body: '', ...answer };
    },
  );
  const wanted = checks.filter((check) => check.name === name || check.name.startsWith('secret '));
  const reports = await runChecks(
    wanted.map((check) => ({ ...check, needs: check.needs.filter((need) => need.startsWith('secret ')) })),
    () => undefined,
  );
  const finding = reports.find(({ check }) => check === name);
  if (!finding) throw new Error('there is no such check');
  return { finding, requests };
}

const here = localPlace(
  createEnvironmentSecrets({ environment: rightSecrets, readDotEnv: async () => null }),
);

it('says of a secret here that the environment hides another value in .env, and shows neither', async () => {
  const readDotEnv = async () => 'BRIDGE_ACCESS_TOKEN=other-5d1e';
  const place = localPlace(createEnvironmentSecrets({ environment: rightSecrets, readDotEnv }));
  const { finding } = await examine('secret BRIDGE_ACCESS_TOKEN', place);
  expect(finding).toEqual({
    check: 'secret BRIDGE_ACCESS_TOKEN',
    state: 'ok',
    found: "is set and looks like an access token; the environment's value counts, and .env has another",
  });
});

describe('the check of a secret of a stage', () => {
  const placeOf = (
    read: StageSecrets['read'],
    idOf: StageSecrets['idOf'] = (scope) => `signalpost/dev/${scope}`,
  ) => stagePlace({ stage: 'dev', config: 'c.json' }, { read, idOf });

  it.each<[string, StoredSecrets, string, string]>([
    ['that is not there', {}, 'missing', 'is not in signalpost/dev/api (needed by api.token)'],
    ['of another form', { BRIDGE_ACCESS_TOKEN: 'Bearer abc' }, 'failed', 'begins with the word Bearer'],
  ])('says of one %s what it is and the command that sets it', async (_, stored, expected, found) => {
    const { finding } = await examine(
      'secret BRIDGE_ACCESS_TOKEN',
      placeOf(async () => stored),
    );

    expect(finding).toMatchObject({
      state: expected,
      found: expect.stringContaining(found),
      fix: 'npm run -s signalpost -- secrets set BRIDGE_ACCESS_TOKEN --config c.json --stage dev',
    });
  });

  it('says in which scope one is missing that two scopes use', async () => {
    const place = placeOf(
      async (scope) => (scope === 'api' ? { BRIDGE_ACCESS_TOKEN: 'abc' } : {}),
      // One that the stage's CDK app named.
      (scope) => (scope === 'alarms' ? 'ours/on-call' : scope),
    );

    await expect(place.read({ name: 'BRIDGE_ACCESS_TOKEN', scopes: ['api', 'alarms'] })).rejects.toThrow(
      'the secret BRIDGE_ACCESS_TOKEN is not in ours/on-call; set it: npm run -s signalpost -- secrets set ' +
        'BRIDGE_ACCESS_TOKEN --config c.json --stage dev',
    );
  });

  it('says when the credentials may not look at it, and asks nothing of its destination', async () => {
    const denied = namedError('AccessDenied', 'not authorized to perform: secretsmanager:GetSecretValue');
    const place = placeOf(() => Promise.reject(denied));

    const { finding } = await examine('secret KEY', place);
    const { finding: skipped, requests } = await examine('route sales', place);

    expect(finding).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('secretsmanager:GetSecretValue'),
    });
    expect([skipped.found, requests]).toEqual(['needs secret KEY', []]);
  });
});

const examineSent = (to: DestinationSettings, answer: Partial<PostAnswer> | Error) =>
  examine('route sales', here, to, answer);

it('the check of Slack posts a message that it rejects, which proves that the webhook exists', async () => {
  const { finding, requests } = await examineSent(slack, { status: 400, body: 'no_text' });

  expect(finding.state).toBe('ok');
  expect(requests).toMatchObject([{ url: { href: slackAddress }, body: '{"text":""}' }]);
});

it('the check of Teams sends a message without a card, of which the flow posts nothing', async () => {
  const { finding, requests } = await examineSent(teams, { status: 202 });

  const found = 'the Teams flow accepts messages (202; one without a card, so nothing was posted)';
  expect(finding).toMatchObject({ state: 'ok', found });
  expect(requests).toMatchObject([{ method: 'POST', body: '{"type":"message","attachments":[]}' }]);
});

it.each([204, 401, 405])('the check of a webhook takes %i as an answer to OPTIONS', async (status) => {
  const { finding, requests } = await examineSent(webhook, { status });

  expect(finding).toMatchObject({ state: 'ok', found: expect.stringContaining(String(status)) });
  expect(requests).toMatchObject([{ method: 'OPTIONS', body: '' }]);
  expect(Object.keys(requests[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([]);
});

const flowAnswer = (status: number, code: string) => ({
  status,
  body: JSON.stringify({ error: { code, message: 'secret5d1e' } }),
});
const unreachable = new DeliveryTransportError(
  'CONNECTION_FAILED',
  'no connection could be made (ECONNREFUSED)',
  { bytesLeft: false },
);
const refused = new DestinationRefusedError('the destination is refused: a private address');
const newHook = 'make a new one, then: write the line SLACK=…';
const newFlow = 'in Power Automate, or make a new one, then: write the line TEAMS=…';

it.each<[DestinationSettings, Partial<PostAnswer> | Error, string, string, string]>([
  [slack, { status: 404, body: 'no_service' }, 'failed', 'no_service', newHook],
  [slack, { status: 410, body: 'channel_is_archived' }, 'failed', 'channel_is_archived', newHook],
  [slack, { status: 429 }, 'failed', '429', ''],
  [slack, { status: 400, body: 'something_new' }, 'failed', '400', ''],
  [teams, flowAnswer(400, 'WorkflowTriggerIsNotEnabled'), 'failed', 'turned off, suspended', newFlow],
  [teams, flowAnswer(401, 'DirectApiAuthorizationRequired'), 'failed', 'lacks its sig', newFlow],
  [teams, flowAnswer(404, 'WorkflowNotFound'), 'failed', 'was deleted', newFlow],
  [teams, { status: 200, body: '<html>Sign in</html>' }, 'warning', '', 'TEAMS'],
  [webhook, { status: 404 }, 'warning', 'it answered 404 to OPTIONS', 'check to.url'],
  [webhook, { status: 500 }, 'warning', 'it answered 500 to OPTIONS', 'check to.url'],
  [webhook, { status: 308 }, 'failed', 'it redirects (308)', 'final address'],
  [webhook, { status: 410 }, 'failed', 'answered 410 Gone', 'its owner'],
  [webhook, unreachable, 'failed', "can't be reached: no connection could be made (ECONNREFUSED)", 'to.url'],
  [webhook, refused, 'failed', 'a private address', 'to.url'],
])('the check of $type says what is wrong, and the fix (%#)', async (to, answer, state, found, fix) => {
  const { finding } = await examineSent(to, answer);

  expect(finding).toMatchObject({ state, found: expect.stringContaining(found) });
  expect(finding.fix).toContain(fix);
  expect(JSON.stringify(finding)).not.toContain('secret5d1e');
});

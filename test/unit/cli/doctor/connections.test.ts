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
import type { DestinationSettings } from '../../../../shared/domain/routes/route.ts';
import type { StoredSecrets } from '../../../../shared/runtime/secrets-manager.ts';
import { exampleOf } from '../../../support/destinations/example-secrets.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';
import { namedError } from '../fake-account.ts';

const slackAddress = 'https://hooks.slack.com/services/T0AB/B0CD/secret5d1e';
const slack: DestinationSettings = { type: 'slack', webhookUrl: { secret: 'SLACK' } };
const teams: DestinationSettings = { type: 'teams', webhookUrl: { secret: 'TEAMS' } };
const webhook: DestinationSettings = {
  type: 'webhook',
  url: 'https://hooks.example.com/signals',
  signingSecret: { secret: 'KEY' },
};
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
    const denied = namedError(
      'AccessDeniedException',
      'not authorized to perform: secretsmanager:GetSecretValue',
    );
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

describe('the check of a Slack destination', () => {
  it('posts a message that Slack rejects, and takes the rejection as proof that the webhook exists', async () => {
    const { finding, requests } = await examineSent(slack, { status: 400, body: 'no_text' });

    expect(finding.state).toBe('ok');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body).toBe('{"text":""}');
    expect(requests[0]?.url.href).toBe(slackAddress);
  });

  it.each([
    ['no_service', 404],
    ['channel_is_archived', 410],
  ])('says that a webhook is gone when Slack says %s', async (body, status) => {
    const { finding } = await examineSent(slack, { status, body });

    expect(finding.state).toBe('failed');
    expect(finding.found).toContain(body);
    expect(finding.fix).toContain('make a new one, then: write the line SLACK=…');
  });

  it.each([
    [429, ''],
    [400, 'something_new'],
  ])('does not take %i %s as such proof', async (status, body) => {
    const { finding } = await examineSent(slack, { status, body });

    expect(finding).toMatchObject({ state: 'failed', fix: expect.any(String) });
  });
});

describe('the check of a Teams destination', () => {
  it('sends a message without a card, of which the flow posts nothing', async () => {
    const { finding, requests } = await examineSent(teams, { status: 202 });

    expect(finding).toMatchObject({
      state: 'ok',
      found: 'the Teams flow accepts messages (202; one without a card, so nothing was posted)',
    });
    expect(requests).toMatchObject([{ method: 'POST', body: '{"type":"message","attachments":[]}' }]);
  });

  it.each([
    [400, 'WorkflowTriggerIsNotEnabled', 'turned off, suspended or deleted'],
    [401, 'DirectApiAuthorizationRequired', 'lacks its sig'],
    [404, 'WorkflowNotFound', 'was deleted'],
  ])('says by %i %s what is wrong with the flow, and what to do', async (status, code, found) => {
    const body = JSON.stringify({ error: { code, message: 'secret5d1e' } });

    const { finding } = await examineSent(teams, { status, body });

    expect(finding.state).toBe('failed');
    expect(finding.found).toContain(found);
    expect(finding.fix).toContain('in Power Automate, or make a new one, then: write the line TEAMS=…');
    expect(JSON.stringify(finding)).not.toContain('secret5d1e');
  });

  it('doubts what answers with a web page', async () => {
    const { finding } = await examineSent(teams, { status: 200, body: '<html>Sign in</html>' });

    expect(finding).toMatchObject({ state: 'warning', fix: expect.stringContaining('TEAMS') });
  });
});

describe('the check of a webhook', () => {
  it.each([204, 401, 405])('takes an answer %i to OPTIONS for reachable', async (status) => {
    const { finding, requests } = await examineSent(webhook, { status });

    expect(finding).toMatchObject({
      state: 'ok',
      found: expect.stringContaining(String(status)),
    });
    expect(requests[0]).toMatchObject({ method: 'OPTIONS', body: '' });
    expect(Object.keys(requests[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  });

  it.each([404, 500])('does not call one fine that answers %i', async (status) => {
    const { finding } = await examineSent(webhook, { status });

    expect(finding).toEqual({
      check: 'route sales',
      state: 'warning',
      found: `it answered ${status} to OPTIONS`,
      fix: expect.stringContaining('check to.url'),
    });
  });

  it.each([
    [{ status: 308 }, 'it redirects (308)', 'final address'],
    [{ status: 410 }, 'answered 410 Gone', 'its owner'],
    [
      new DeliveryTransportError('CONNECTION_FAILED', 'no connection could be made (ECONNREFUSED)', {
        bytesLeft: false,
      }),
      "can't be reached: no connection could be made (ECONNREFUSED)",
      'to.url',
    ],
    [
      new DestinationRefusedError('the destination is refused: a private address'),
      'a private address',
      'to.url',
    ],
  ])('says what is wrong with %j', async (answer, found, fix) => {
    const { finding } = await examineSent(webhook, answer);

    expect(finding.state).toBe('failed');
    expect(finding.found).toContain(found);
    expect(finding.fix).toContain(fix);
  });
});

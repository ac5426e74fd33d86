import { describe, expect, it } from 'vitest';
import { checkDestinations } from '../../../cli/doctor/check-destinations.ts';
import {
  DeliveryTransportError,
  DestinationRefusedError,
} from '../../../shared/destinations/destination-errors.ts';
import type { PostAnswer, PostRequest } from '../../../shared/destinations/http-post.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';

const slackAddress = 'https://hooks.slack.com/services/T0AB/B0CD/secret5d1e';
const slack: DestinationSettings = { type: 'slack', webhookUrl: { secret: 'SLACK' } };
const teams: DestinationSettings = { type: 'teams', webhookUrl: { secret: 'TEAMS' } };
const webhook: DestinationSettings = {
  type: 'webhook',
  url: 'https://hooks.example.com/signals',
  signingSecret: { secret: 'KEY' },
};

function examine(to: DestinationSettings, answer: Partial<PostAnswer> | Error) {
  const requests: PostRequest[] = [];
  const [check] = checkDestinations([{ name: 'route sales', to }], {
    known: new Map([
      ['SLACK', slackAddress],
      ['KEY', 'whsec_x'],
      ['TEAMS', 'https://1.environment.api.powerplatform.com/workflows/1?sig=secret5d1e'],
    ]),
    permitLocal: false,
    fixSecret: (name) => `signalpost secrets set ${name} --stage dev`,
    post: async (request) => {
      requests.push(request);
      if (answer instanceof Error) throw answer;
      return { status: 200, headers: {}, body: '', ...answer };
    },
  });
  if (!check) throw new Error('there is no check');
  return { check, requests };
}

describe('the check of a Slack destination', () => {
  it('posts a message that Slack rejects, and takes the rejection as proof that the webhook exists', async () => {
    const { check, requests } = examine(slack, { status: 400, body: 'no_text' });

    const finding = await check.run();

    expect(check.needs).toEqual(['secret SLACK']);
    expect(finding.state).toBe('ok');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body).toBe('{"text":""}');
    expect(requests[0]?.url.href).toBe(slackAddress);
  });

  it.each([
    ['no_service', 404],
    ['channel_is_archived', 410],
  ])('says that a webhook is gone when Slack says %s', async (body, status) => {
    const finding = await examine(slack, { status, body }).check.run();

    expect(finding.state).toBe('failed');
    expect(finding.found).toContain(body);
    expect(finding.fix).toContain('make a new one, then: signalpost secrets set SLACK --stage dev');
  });

  it.each([
    [429, ''],
    [400, 'something_new'],
  ])('does not take %i %s as such proof', async (status, body) => {
    const finding = await examine(slack, { status, body }).check.run();

    expect(finding).toMatchObject({ state: 'failed', fix: expect.any(String) });
  });
});

describe('the check of a Teams destination', () => {
  it('sends a message without a card, of which the flow posts nothing', async () => {
    const { check, requests } = examine(teams, { status: 202 });

    const finding = await check.run();

    expect(finding).toEqual({
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

    const finding = await examine(teams, { status, body }).check.run();

    expect(finding.state).toBe('failed');
    expect(finding.found).toContain(found);
    expect(finding.fix).toContain('in Power Automate, or make a new one, then: signalpost secrets set TEAMS');
    expect(JSON.stringify(finding)).not.toContain('secret5d1e');
  });

  it('doubts what answers with a web page', async () => {
    const finding = await examine(teams, { status: 200, body: '<html>Sign in</html>' }).check.run();

    expect(finding).toMatchObject({ state: 'warning', fix: expect.stringContaining('TEAMS') });
  });
});

describe('the check of a webhook', () => {
  it.each([204, 401, 500])('takes an answer %i to OPTIONS for reachable', async (status) => {
    const { check, requests } = examine(webhook, { status });

    expect(await check.run()).toMatchObject({
      state: 'ok',
      found: expect.stringContaining(String(status)),
    });
    expect(requests[0]).toMatchObject({ method: 'OPTIONS', body: '' });
    expect(Object.keys(requests[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([]);
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
    const finding = await examine(webhook, answer).check.run();

    expect(finding.state).toBe('failed');
    expect(finding.found).toContain(found);
    expect(finding.fix).toContain(fix);
  });
});

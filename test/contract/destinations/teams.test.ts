import { afterEach, describe, expect, it } from 'vitest';
import { createHttpPost } from '../../../shared/destinations/http-post.ts';
import { createSender } from '../../../shared/destinations/sender.ts';
import { type Answer, type Receiver, startReceiver } from '../../support/destinations/receiver.ts';

const to = { type: 'teams', webhookUrl: { secret: 'TEAMS_WEBHOOK_URL' } } as const;

/** As Power Automate answers: the message names the flow, and says what its owner calls it. */
const refusal = (status: number, code: string): Answer => ({
  status,
  body: JSON.stringify({ error: { code, message: `Workflow 'hunter2' with '${code}'.` } }),
});

describe('the answers of Power Automate', () => {
  const opened: Receiver[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((receiver) => receiver.close()));
  });

  async function send(answer: Answer) {
    const receiver = await startReceiver({ answers: [answer] });
    opened.push(receiver);
    const sender = createSender({
      post: createHttpPost(),
      secret: async () => new URL('/workflows/1/triggers/manual/paths/invoke?sig=hunter2', receiver.url).href,
      clock: { now: () => Date.now(), sleep: async () => {} },
      permitLocal: true,
    });
    const outcome = await sender.send({ digestId: 'msg_1', body: '{"type":"message","attachments":[]}', to });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
    expect(receiver.requests).toHaveLength(1);
    return outcome;
  }

  it('say by a 202 without a body that the flow accepted the message, not that people see it', async () => {
    expect(await send({ status: 202 })).toMatchObject({
      outcome: 'delivered',
      status: 202,
      reason: 'accepted by Teams (202)',
    });
  });

  it('are not an acceptance where a web page came', async () => {
    expect(await send({ status: 200, body: '<!doctype html><title>Sign in</title>' })).toMatchObject({
      outcome: 'delivered',
      reason: 'answered 200 with an HTML page',
    });
  });

  it.each([
    [400, 'WorkflowTriggerIsNotEnabled', 'the flow is turned off, suspended or deleted'],
    [404, 'WorkflowNotFound', 'the flow was deleted'],
    [401, 'DirectApiAuthorizationRequired', 'the trigger asks for a login, or the URL lacks its sig'],
    [401, 'DirectApiInvalidAuthorizationSignature', "the URL's sig is not valid any more"],
    [400, 'TriggerInputSchemaMismatch', "the trigger's schema refuses these messages"],
  ])('disable the route by a %i %s, and say what it means', async (status, code, meaning) => {
    expect(await send(refusal(status, code))).toMatchObject({
      outcome: 'gone',
      ambiguous: false,
      status,
      reason: `answered ${status}: ${code} (${meaning})`,
    });
  });

  it.each<[Answer, string]>([
    [refusal(400, 'SomethingNew'), 'answered 400: SomethingNew'],
    [refusal(404, 'EnvironmentNotFound'), 'answered 404: EnvironmentNotFound'],
    [refusal(403, 'x'.repeat(61)), 'answered 403: it does not accept the secret or the signature'],
    [{ status: 400, body: '{"error":"hunter2"}' }, 'answered 400'],
    [{ status: 404, body: 'null' }, 'answered 404'],
    [{ status: 404, body: '<html>hunter2</html>' }, 'answered 404'],
  ])('leave the route as it is by any other refusal (%#)', async (answer, reason) => {
    expect(await send(answer)).toMatchObject({ outcome: 'retry', ambiguous: false, reason });
  });

  it('say nothing of the flow where the server itself failed: the message may have been taken', async () => {
    expect(await send(refusal(502, 'WorkflowNotFound'))).toMatchObject({
      outcome: 'retry',
      ambiguous: true,
      reason: 'answered 502: WorkflowNotFound',
    });
  });

  it('ask to wait by a 429', async () => {
    const answer = { ...refusal(429, 'TooManyRequests'), headers: { 'retry-after': '20' } };
    expect(await send(answer)).toMatchObject({ outcome: 'retry', throttled: true, retryAfterMs: 20_000 });
  });
});

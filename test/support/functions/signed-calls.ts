import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Of the tests' senders: nobody else knows them. */
export const eventsKey = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const slackKey = '0123456789abcdef0123456789abcdef';

export interface RawCall {
  readonly path: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** An event as its sender signs it with another library; `at` is in milliseconds. */
export function eventCall(id: string, at: number, body: unknown, key = eventsKey): RawCall {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(key).sign(id, new Date(at), text),
  };
  return { path: '/events', headers, body: text };
}

/** A payload as Slack sends it, or any other text. */
export function slackCall(at: number, payload: unknown, key = slackKey): RawCall {
  const body =
    typeof payload === 'string' ? payload : `payload=${encodeURIComponent(JSON.stringify(payload))}`;
  const time = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', key).update(`v0:${time}:${body}`).digest('hex');
  const headers = { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` };
  return { path: '/slack', headers, body };
}

/** What a function URL makes of a call: a form comes as base64, JSON as text. */
export function urlEvent({ path, method = 'POST', headers, body }: RawCall, isBase64Encoded = false) {
  const bytes = Buffer.from(body);
  return {
    version: '2.0',
    rawPath: path,
    rawQueryString: '',
    headers,
    requestContext: { http: { method, path } },
    body: bytes.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
}

export const exampleSignalId = `5f0c9a3e-2b64-4a53-8d6f-4f6e0a6f1c22#7c0a1f7e-3a55-4f0e-9d7e-0d6f5b2f9a11`;

/** A choice in the menu of a signal, as far as it is read, and some more of what Slack sends. */
export function clickPayload({
  choice = 'claim',
  ...over
}: { choice?: string } & Record<string, unknown> = {}) {
  return {
    type: 'block_actions',
    user: { id: 'U0123ABCD', username: 'ann', name: 'ann', team_id: 'T0123ABCD' },
    api_app_id: 'A0123ABCD',
    container: { type: 'message', message_ts: '1795248000.000247', channel_id: 'C0123ABCD' },
    team: { id: 'T0123ABCD', domain: 'acme' },
    channel: { id: 'C0123ABCD', name: 'sales' },
    message: {
      type: 'message',
      ts: '1795248000.000247',
      team: 'T0123ABCD',
      blocks: [
        { type: 'header', block_id: 'digest:sales-emea:2026-11-21T08:00:00.000Z:2', text: {} },
        { type: 'rich_text', elements: [] },
        { type: 'actions', block_id: exampleSignalId, elements: [] },
      ],
    },
    actions: [
      {
        type: 'overflow',
        action_id: 'signal',
        block_id: exampleSignalId,
        selected_option: { text: { type: 'plain_text', text: 'Claim' }, value: choice },
        action_ts: '1795248123.456789',
      },
    ],
    ...over,
  };
}

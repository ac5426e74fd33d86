import type { AlarmNotice } from '../../shared/domain/alerts/alarm.ts';
import { checkDestinationUrl } from '../../shared/domain/routes/destination-url.ts';
import {
  type DestinationSettings,
  leastMaxBytes,
  type WebhookDestination,
} from '../../shared/domain/routes/route.ts';
import { largestFitting } from '../digest/split-parts.ts';
import { mostListed, type ReportContent, tellAll } from '../reports/report.ts';
import type { ToldRow } from '../reports/told-row.ts';
import { isHtml } from '../send/decide-outcome.ts';
import { type Destination, failed, ok, type Probe, type SecretForm } from '../send/destination.ts';
import type { Renderer } from '../send/renderer.ts';
import { findKeyProblem, signMessage } from './sign.ts';
import { bodyVersion, stringifyWellFormed, writeBody } from './write-body.ts';

/** Standard Webhooks 1.0.0 asks for payloads under 20 kB, which a receiver may permit to be larger. */
const mostBytes = (to?: DestinationSettings): number =>
  (to?.type === 'webhook' ? to.maxBytes : undefined) ?? leastMaxBytes;

/**
 * The body of a webhook, as docs/digest.schema.json describes it. A single signal is always sent: the ledger keeps no
 * more of it and of its buyer's summary than fits.
 */
const webhookRenderer: Renderer = {
  render: (content) => ({ body: writeBody(content) }),
  fits: (content, _, to) => Buffer.byteLength(writeBody(content)) <= mostBytes(to),
  measure: (body, to) => [{ of: 'bytes', is: Buffer.byteLength(body), most: mostBytes(to) }],
  tellBody: (body) => JSON.stringify(JSON.parse(body), null, 2),
  renderReport: writeReport,
};

export const receiverAddress: SecretForm = {
  name: 'the address of a webhook',
  example: 'https://crm.example.com/hooks/signalpost',
  findProblem(value, permitLocal) {
    const problem = checkDestinationUrl(value, permitLocal);
    return problem === null ? null : `the address in it ${problem}`;
  },
};

export const signingKey: SecretForm = {
  name: 'a signing key',
  example: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  findProblem: findKeyProblem,
};

/** OPTIONS only asks which requests are possible: a receiver changes nothing, whatever it answers. */
const webhookProbe: Probe<WebhookDestination> = {
  requestFor: () => ({ method: 'OPTIONS', body: '' }),
  judge(_, { status, body }) {
    if (status === 410) return failed('it answered 410 Gone', 'ask its owner, or remove the route');
    if (status >= 300 && status < 400) {
      const found = `it redirects (${status}), and digests follow no redirects`;
      return failed(found, 'write the final address as to.url');
    }
    if (status < 300 && isHtml(body)) {
      const fix = 'check that to.url is a receiver and not a web page';
      return { state: 'warning', found: `it answered OPTIONS with an HTML page (${status})`, fix };
    }
    if (status === 404 || status >= 500) {
      const fix = 'check to.url: some receivers answer OPTIONS so, and take digests all the same';
      return { state: 'warning', found: `it answered ${status} to OPTIONS`, fix };
    }
    return ok(`the webhook is reachable (it answered ${status} to OPTIONS; no digest was sent)`);
  },
};

/** The body of a report, as the schema of its kind in docs/ describes it: docs/heartbeat.schema.json, and so on. */
function writeReport(content: ReportContent, to?: DestinationSettings) {
  const { kind, timezone: _, ...told } = content;
  const write = (listed: number): string => {
    const signals = 'signals' in told && { signals: told.signals.slice(0, listed).map(writeRow) };
    const owners = 'owners' in told && {
      owners: told.owners.map(({ name, signals: count }) => ({ name, signals: count })),
    };
    const data = { version: bodyVersion, ...told, ...owners, ...signals, sentence: tellAll(content) };
    return stringifyWellFormed({ type: `${kind}.created`, timestamp: told.until, data });
  };
  const fits = (listed: number) => Buffer.byteLength(write(listed)) <= mostBytes(to);
  return { body: write(largestFitting(mostListed.reminder, mostListed.reminder, fits)) };
}

/** Owners as in a digest's `facts`. */
function writeRow({ owners, ...row }: ToldRow) {
  return { ...row, owner: owners.map(({ name }) => name).join('; ') || null };
}

/** The body of an alarm's change: its `id` is the `webhook-id`, and stands there alone. */
function writeAlarm({ id: _, state, ...notice }: AlarmNotice): string {
  const type = state === 'ALARM' ? 'alarm.raised' : 'alarm.cleared';
  return stringifyWellFormed({
    type,
    timestamp: notice.since,
    data: { version: bodyVersion, ...notice, state },
  });
}

/** Any https endpoint, by Standard Webhooks 1.0.0: its receiver knows a repeat by the `webhook-id`. */
export const webhook = {
  written: 'webhook({…})',
  renderer: webhookRenderer,
  renderAlarm: writeAlarm,
  renderTest: ({ id: testId, routeId, at }) =>
    JSON.stringify({ type: 'test', timestamp: at, data: { version: bodyVersion, testId, routeId } }),
  tellPlace: ({ url }) =>
    typeof url === 'string' ? `the webhook at ${new URL(url).host}` : `the webhook of ${url.secret}`,
  addressOf: ({ url }) => url,
  secretsOf: ({ url, signingSecret }) => [
    ...(typeof url === 'string' ? [] : [{ ...url, form: receiverAddress }]),
    { ...signingSecret, form: signingKey },
  ],
  headersFor({ digestId: id, body }, { signingSecret: { secret } }, secrets, timestamp) {
    const key = secrets.get(secret) ?? '';
    return {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage(key, `secret ${secret}`, { id, timestamp, body }),
    };
  },
  probe: webhookProbe,
} satisfies Destination<WebhookDestination>;

import type { AlarmNotice } from '../../shared/domain/alerts/alarm.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import { TemplateError } from '../../shared/domain/errors.ts';
import { checkDestinationUrl } from '../../shared/domain/routes/destination-url.ts';
import {
  hasTemplate,
  idInHeader,
  leastMaxBytes,
  type WebhookDestination,
} from '../../shared/domain/routes/route.ts';
import { largestFitting } from '../digest/split-parts.ts';
import { prepareMessage } from '../digest/write-message.ts';
import type { Room } from '../lines/message.ts';
import { formatReport, mostListed, type ReportContent } from '../reports/report.ts';
import type { ToldRow } from '../reports/told-row.ts';
import { isHtml } from '../send/decide-outcome.ts';
import {
  type Destination,
  failed,
  nothingToSend,
  ok,
  type Probe,
  type SecretForm,
  type SecretValues,
  type TestNotice,
} from '../send/destination.ts';
import { UnusableSecretError } from '../send/destination-errors.ts';
import { writeAlarmMessage, writeTestMessage } from '../send/notices.ts';
import { describeReportMessage } from '../send/reports.ts';
import { fillTemplate } from './fill-template.ts';
import { findKeyProblem, signMessage } from './sign.ts';
import { bodyVersion, stringifyWellFormed, writeBody } from './write-body.ts';

/** Standard Webhooks 1.0.0 asks for payloads under 20 kB, which a receiver may permit to be larger. */
const mostBytes = (to?: WebhookDestination): number => to?.maxBytes ?? leastMaxBytes;

/** A single signal with its buyer's summary has no more: the ledger keeps less of both. */
const mostOfOne = 30_000;

/** A template's `text` tells so many signals of a digest before it is cut. */
const roomOfText: Room = { whole: 3, short: 5, listed: 18 };

function writeDigest(content: DigestContent, to?: WebhookDestination): string {
  return fillTemplate(to, writeBody(content), () => prepareMessage(content)(roomOfText));
}

/** A template that fails may render with fewer signals, so it counts as too large. */
function measureDigest(content: DigestContent, to?: WebhookDestination): number {
  try {
    return Buffer.byteLength(writeDigest(content, to));
  } catch (error) {
    if (error instanceof TemplateError) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

function countSignals({ buyers, unreadable }: DigestContent): number {
  return buyers.reduce((sum, { signals }) => sum + signals.length, unreadable);
}

export const receiverAddress: SecretForm = {
  name: 'the address of a webhook',
  findProblem(value, permitLocal) {
    const problem = checkDestinationUrl(value, permitLocal);
    return problem === null ? null : `the address in it ${problem}`;
  },
};

export const signingKey: SecretForm = {
  name: 'a signing key',
  findProblem: findKeyProblem,
};

const headerValue: SecretForm = {
  name: 'the value of a header',
  findProblem: (value) =>
    /^[\x20-\x7e]+$/.test(value)
      ? null
      : 'it has characters that no header can have; copy it again, on one line',
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

/** Writes a report as its schema in docs/ describes it, such as docs/heartbeat.schema.json. */
function writeReport(content: ReportContent, to?: WebhookDestination) {
  const { kind, timezone: _, ...told } = content;
  const write = (listed: number): string => {
    const signals = 'signals' in told && { signals: told.signals.slice(0, listed).map(writeRow) };
    const owners = 'owners' in told && {
      owners: told.owners.map(({ name, signals: count }) => ({ name, signals: count })),
    };
    const data = { version: bodyVersion, ...told, ...owners, ...signals, sentence: formatReport(content) };
    const body = stringifyWellFormed({ type: `${kind}.created`, timestamp: told.until, data });
    return fillTemplate(to, body, () => describeReportMessage(content, listed));
  };
  const fits = (listed: number) => Buffer.byteLength(write(listed)) <= mostBytes(to);
  return { body: write(largestFitting(mostListed.reminder, mostListed.reminder, fits)) };
}

function writeRow({ owners, ...row }: ToldRow) {
  return { ...row, owner: owners.map(({ name }) => name).join('; ') || null };
}

/** Writes an alarm's change: as documented, if a template fails for it. Its `id` is the `webhook-id`, and stands there alone. */
function writeAlarm(notice: AlarmNotice, to: WebhookDestination): string {
  const { id: _, state, ...told } = notice;
  const type = state === 'ALARM' ? 'alarm.raised' : 'alarm.cleared';
  const data = { version: bodyVersion, ...told, state };
  const body = stringifyWellFormed({ type, timestamp: told.since, data });
  try {
    return fillTemplate(to, body, () => writeAlarmMessage(notice));
  } catch (error) {
    // A tool may take that, and without it nobody would be told.
    if (error instanceof TemplateError) return body;
    throw error;
  }
}

/** A template gets a sample digest beside it, so that the tool shows what a digest will look like there. */
function writeTest(notice: TestNotice, to: WebhookDestination): string {
  const { id: testId, routeId, at: timestamp, sample } = notice;
  const own = { version: bodyVersion, testId, routeId };
  const data = hasTemplate(to) ? { ...sample, digestId: testId, createdAt: timestamp, ...own } : own;
  const body = JSON.stringify({ type: 'test', timestamp, data });
  return fillTemplate(to, body, () => writeTestMessage(notice));
}

function writeHeaders({ headers = {} }: WebhookDestination, id: string, secrets: SecretValues) {
  const written = Object.entries(headers).map(([name, value]) => {
    if (typeof value === 'string') return [name.toLowerCase(), value.replaceAll(idInHeader, id)] as const;
    const { secret, prefix = '' } = value;
    const found = secrets.get(secret) ?? '';
    const problem = headerValue.findProblem(found, false);
    if (problem !== null) throw new UnusableSecretError(`secret ${secret} can't be a header: ${problem}`);
    return [name.toLowerCase(), `${prefix}${found}`] as const;
  });
  return Object.fromEntries(written);
}

/**
 * A webhook is any https endpoint, by Standard Webhooks 1.0.0: its receiver knows a repeat by the `webhook-id`. Its bodies
 * are as docs/digest.schema.json describes them, or as a template makes them of that. A single signal is always sent as
 * documented; a template's result is refused if it is larger than the documented body can be.
 */
export const webhook = {
  written: 'webhook({…})',
  render(content, _, to) {
    const body = writeDigest(content, to);
    const [bytes, most] = [Buffer.byteLength(body), Math.max(mostBytes(to), mostOfOne)];
    if (to !== undefined && hasTemplate(to) && countSignals(content) === 1 && bytes > most)
      throw new TemplateError('', `gives ${bytes} bytes for one signal; shorten it to ${most}`);
    return { body };
  },
  fits(content, _, to) {
    const most = to?.maxSignals ?? Number.POSITIVE_INFINITY;
    return countSignals(content) <= most && measureDigest(content, to) <= mostBytes(to);
  },
  measure: (body, to) => [{ of: 'bytes', is: Buffer.byteLength(body), most: mostBytes(to) }],
  formatBody: (body) =>
    body === nothingToSend ? 'Nothing: the template gives null' : JSON.stringify(JSON.parse(body), null, 2),
  renderReport: writeReport,
  renderAlarm: writeAlarm,
  renderTest: writeTest,
  formatPlace: ({ url }) =>
    typeof url === 'string' ? `the webhook at ${new URL(url).host}` : `the webhook of ${url.secret}`,
  addressOf: ({ url }) => url,
  secretsOf: ({ url, signingSecret, headers = {} }) => [
    ...(typeof url === 'string' ? [] : [{ ...url, form: receiverAddress }]),
    ...(signingSecret === undefined ? [] : [{ ...signingSecret, form: signingKey }]),
    ...Object.values(headers).flatMap((value) =>
      typeof value === 'string' ? [] : [{ secret: value.secret, form: headerValue }],
    ),
  ],
  headersFor({ digestId: id, body }, to, secrets, timestamp) {
    const headers = {
      ...writeHeaders(to, id, secrets),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
    };
    const { signingSecret: { secret } = {} } = to;
    if (secret === undefined) return headers;
    const signature = signMessage(secrets.get(secret) ?? '', `secret ${secret}`, { id, timestamp, body });
    return { ...headers, 'webhook-signature': signature };
  },
  judgeAnswer: ({ status }, { final = [] }) =>
    final.includes(status) ? { word: 'to.final lists it as a refusal', means: 'refused' } : null,
  probe: webhookProbe,
} satisfies Destination<WebhookDestination>;

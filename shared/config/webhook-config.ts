import * as v from 'valibot';
import { redactText } from '../domain/redact-text.ts';
import { checkDestinationUrl } from '../domain/routes/destination-url.ts';
import { idInHeader, leastMaxBytes, type WebhookDestination } from '../domain/routes/route.ts';
import {
  described,
  fix,
  fixUnseen,
  foundAddress,
  object,
  optional,
  refuse,
  secretReference,
  type WrittenForm,
  wholeNumber,
} from './fields.ts';

/** Any https endpoint. Each digest is signed as Standard Webhooks, and carries an id to drop repeats by. */
export function webhook(settings: Omit<WebhookDestination, 'type'>): WebhookDestination {
  return { type: 'webhook', ...settings };
}

const urlFix = 'write an https address, or {"secret": "NAME"} where the address is a secret';

const headersFix = 'write an object with a value for each header';
const prefixFix = 'write what stands before the secret, as "Bearer "';
const maxBytesFix = 'write a whole number of bytes from 20000 to 200000';

const headerFix = `write a text, or secret('NAME', { prefix: 'Bearer ' }) for what is secret`;
const bodyFix = 'write an object or a list: a JSON-e template, as "Templates" in docs/configuration.md shows';
const finalFix = 'write statuses from 400 to 499, as [400, 422]';
const signingFix =
  'put whsec_ and a random key into a secret and write {"secret": "NAME"}; leave it out only where a header is a secret, or where body is written and url is a secret';

export const webhookConfig = {
  forms: {
    webhook: {
      helper: 'webhook',
      write: (secret) =>
        `webhook({ url: ${secret('WEBHOOK_URL')}, signingSecret: ${secret('WEBHOOK_SIGNING_SECRET')} })`,
    },
  } satisfies Record<string, WrittenForm>,
  schema: (permitLocal: boolean) =>
    v.pipe(
      object(
        {
          type: v.literal('webhook'),
          url: described(
            v.union(
              [
                v.pipe(
                  v.string(fixUnseen(urlFix)),
                  refuse((url) => foundAddress(checkDestinationUrl(url, permitLocal))),
                  v.metadata({ format: 'uri' }),
                ),
                secretReference,
              ],
              fixUnseen(urlFix),
            ),
            'https on port 443; {"secret": "NAME"} where the address itself is a secret.',
          ),
          signingSecret: optional(
            secretReference,
            'Signs each message as Standard Webhooks, with HMAC-SHA256: whsec_…. It may be left out where a header is a secret, or where body is written and url is a secret.',
          ),
          headers: optional(
            v.pipe(
              v.record(
                v.string(),
                v.union([v.string(), headerSecret], fixUnseen(headerFix)),
                fix(headersFix),
              ),
              refuse(findHeaderProblem),
            ),
            `Headers beside those of every webhook: texts, in which ${idInHeader} stands for the id of the digest, or secrets with a prefix.`,
          ),
          body: optional(
            v.union([v.record(v.string(), v.unknown()), v.array(v.unknown())], fixUnseen(bodyFix)),
            'A JSON-e template of the body, for a tool that takes a JSON of its own. Without it, the documented body.',
          ),
          final: optional(
            v.array(wholeNumber(400, 499, finalFix), fix(finalFix)),
            'Answers after which a digest fails for good at once: statuses from 400 to 499.',
          ),
          maxBytes: optional(
            wholeNumber(leastMaxBytes, 200_000, maxBytesFix),
            'The most bytes of one body: 20000 to 200000. A larger digest is split. 20000 unless written, as Standard Webhooks asks; a body has at most 92 signals in any case.',
          ),
          maxSignals: optional(
            wholeNumber(1, 92, 'write a whole number of signals from 1 to 92'),
            'The most signals of one body: 1 to 92. A larger digest is split.',
          ),
        },
        'write {"type": "webhook", "url": "https://…", "signingSecret": {"secret": "NAME"}}',
      ),
      refuse(findSigningProblem),
    ),
};

const headerSecret = object(
  {
    ...secretReference.entries,
    prefix: optional(
      v.pipe(v.string(fixUnseen(prefixFix)), v.regex(/^[\x20-\x7e]{1,40}$/, fixUnseen(prefixFix))),
      'What stands before the secret: "Bearer ".',
    ),
  },
  headerFix,
);

type Headers = NonNullable<WebhookDestination['headers']>;

/** Signalpost or the connection writes these. */
const ownHeaders =
  /^(webhook-.*|user-agent|host|content-length|content-encoding|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/;
const secretHeaders = /^(authorization|cookie)$/;
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

/** A problem tells nothing of a value: it may be a secret. */
function findHeaderProblem(headers: Headers): string | null {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  for (const [name, value] of Object.entries(headers)) {
    const [lower, found] = [name.toLowerCase(), `found the header ${JSON.stringify(name.slice(0, 60))}`];
    if (!token.test(name)) return `${found}; write a name of letters, digits and -`;
    if (names.filter((one) => one === lower).length > 1) return `${found} twice; write it once`;
    if (ownHeaders.test(lower)) return `${found}, which Signalpost writes itself; leave it out`;
    if (typeof value !== 'string') continue;
    if (secretHeaders.test(lower) || redactText(value) !== value)
      return `${found} with what may be a secret; ${headerFix}`;
    if (!/^[\x20-\x7e]+$/.test(value)) return `${found} with a value that no header can have; use ASCII`;
    if (value.replaceAll(idInHeader, '').includes('${'))
      return `${found} with an expression; a header takes only ${idInHeader}, the id of the digest`;
    if (lower === 'content-type' && !/^application\/([\w.-]+\+)?json\b/.test(value))
      return `${found} of another type; write a type of JSON, as application/json`;
  }
  return null;
}

/** A receiver has to know that a message is from Signalpost: by a signature, or by what only the two know. */
function findSigningProblem({
  url,
  signingSecret,
  headers = {},
  body,
}: Omit<WebhookDestination, 'type'>): string | null {
  const isKnown =
    Object.values(headers).some((value) => typeof value !== 'string') ||
    (body !== undefined && typeof url !== 'string');
  return signingSecret === undefined && !isKnown ? `signingSecret is missing; ${signingFix}` : null;
}

import * as v from 'valibot';
import { described, describedObject, fix, optional, refuse, secretReference, written } from './fields.ts';

const keyFix =
  'write the public key of the sender, whpk_ and base64, or a list of two while one replaces the other';
const teamFix = 'write the id of the workspace, as "T0123ABCD": it is in the workspace\'s address';
const appFix = 'write the id of the app, as "A0123ABCD": api.slack.com/apps shows it';
const eventsFix =
  'write {"signingSecret": {"secret": "EVENTS_SIGNING_SECRET"}}, or "publicKey" for a sender with an asymmetric key';

/** 32 raw bytes, or 44 of an SPKI structure, which begins alike for each Ed25519 key. */
const publicKey = written(/^whpk_(MCowBQYDK2VwAyEA)?[A-Za-z0-9+/]{43}=$/, keyFix);

function publicKeys() {
  return v.pipe(v.array(publicKey, fix(keyFix)), v.minLength(1, fix(keyFix)), v.maxLength(2, fix(keyFix)));
}

const eventsSchema = v.pipe(
  describedObject(
    {
      signingSecret: optional(
        secretReference,
        'Signs the calls (Standard Webhooks, v1): whsec_ and base64; two with a space between them while one replaces the other.',
      ),
      publicKey: v.optional(
        v.pipe(
          v.union([publicKey, publicKeys()], fix(keyFix)),
          // The description stands before the transformation: JSON Schema shows nothing of what follows one.
          v.description(
            'Checks the calls of a sender with an asymmetric key (Standard Webhooks, v1a): whpk_ and base64. It is no secret.',
          ),
          v.transform((keys) => (typeof keys === 'string' ? [keys] : keys)),
        ),
      ),
    },
    eventsFix,
    'Takes hints of new signals at POST /events: their buyers are read at once.',
  ),
  refuse(({ signingSecret, publicKey: keys }) =>
    signingSecret === undefined && keys === undefined
      ? `found neither signingSecret nor publicKey; ${eventsFix}`
      : null,
  ),
);

const slackSchema = describedObject(
  {
    signingSecret: described(
      secretReference,
      'The "Signing Secret" of the Slack app, which signs each call.',
    ),
    teamId: optional(
      written(/^T[A-Z0-9]{2,30}$/, teamFix),
      'The id of the workspace, T…: calls of another are refused. Without it, the app decides.',
    ),
    appId: optional(
      written(/^A[A-Z0-9]{2,30}$/, appFix),
      'The id of the app, A…: calls of another are refused. Without it, the signature decides.',
    ),
  },
  'write {"signingSecret": {"secret": "SLACK_SIGNING_SECRET"}}',
  'Takes clicks in Slack at POST /slack: see actions of a route.',
);

export const inboundSchema = v.pipe(
  describedObject(
    { events: v.optional(eventsSchema), slack: v.optional(slackSchema) },
    'write an object with events or slack, or leave it out',
    'Opens an address that others may call. Without it, nothing calls in.',
  ),
  refuse(({ events, slack }) =>
    events === undefined && slack === undefined
      ? 'found neither events nor slack; write one of them, or leave inbound out'
      : null,
  ),
);

import { UnusableSecretError } from '../../../shared/destinations/destination-errors.ts';
import { createSigners } from '../../../shared/destinations/webhook/sign.ts';
import { checkDestinationUrl, isLoopbackHost } from '../../../shared/domain/routes/destination-url.ts';
import type { SecretKind, SecretUse } from './secret-uses.ts';

/** `/services/T…/B…/…`: the form of an incoming webhook, at Slack and at GovSlack ("Sending messages using incoming webhooks"). */
const slackHosts: ReadonlySet<string> = new Set(['hooks.slack.com', 'hooks.slack-gov.com']);
const slackPath = /^\/services\/[A-Z0-9]+\/[A-Z0-9]+\/[A-Za-z0-9]+$/;

/**
 * What keeps a value from being what the config says it is, with the mend, or null. One sentence without the value
 * or any part of it. `permitLocal` permits plain http and loopback addresses.
 */
export function findShapeProblem(
  { name, kinds }: Pick<SecretUse, 'name' | 'kinds'>,
  value: string,
  permitLocal: boolean,
): string | null {
  if (value.trim() === '') return 'it is empty; give a value';
  if (value !== value.trim()) return 'it begins or ends with white space; give the value alone';
  for (const kind of kinds) {
    const problem = checkKind(kind, value, `secret ${name}`, permitLocal);
    if (problem !== null) return problem;
  }
  return null;
}

function checkKind(kind: SecretKind, value: string, field: string, permitLocal: boolean): string | null {
  switch (kind) {
    case 'token':
      return checkToken(value);
    case 'slack-address':
      return checkSlackAddress(value, permitLocal);
    case 'webhook-address': {
      const problem = checkDestinationUrl(value, permitLocal);
      return problem === null ? null : `the address in it ${problem}`;
    }
    case 'signing-key':
      return checkSigningKey(value, field);
  }
}

function checkToken(value: string): string | null {
  if (/^bearer\s/i.test(value)) return 'it begins with the word Bearer; give the token alone';
  if (/\s/.test(value)) return 'there is white space in it; give the token alone, on one line';
  // fetch refuses any other character in a header, with an error that quotes the header.
  if (!/^[\x21-\x7e]+$/.test(value))
    return 'there are characters in it that no access token has; copy it again';
  return null;
}

function checkSlackAddress(value: string, permitLocal: boolean): string | null {
  const url = URL.parse(value);
  const form = 'https://hooks.slack.com/services/T…/B…/…';
  if (url === null) return `it is no address; give the one of an incoming webhook, ${form}`;
  if (permitLocal && isLoopbackHost(url.hostname)) return null;
  if (url.protocol !== 'https:')
    return `its address is not https; give the one of an incoming webhook, ${form}`;
  if (!slackHosts.has(url.host)) return `its address is not at hooks.slack.com; give ${form}`;
  if (/^\/(workflows|triggers)\//.test(url.pathname)) {
    return `it starts a workflow, which takes no digests; make an incoming webhook: ${form}`;
  }
  return slackPath.test(url.pathname)
    ? null
    : `its address is cut off or has another form than ${form}; copy it again`;
}

function checkSigningKey(value: string, field: string): string | null {
  try {
    createSigners(value, field);
    return null;
  } catch (error) {
    if (error instanceof UnusableSecretError) return error.message.replace(`${field} can't sign: `, '');
    throw error;
  }
}

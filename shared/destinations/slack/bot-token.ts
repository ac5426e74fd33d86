import type { SlackBotDestination } from '../../domain/routes/route.ts';
import type { SecretForm, SecretValues } from '../destination.ts';
import { UnusableSecretError } from '../destination-errors.ts';

const where = 'copy the "Bot User OAuth Token" of the app, xoxb-…';
const otherTokens: Readonly<Record<string, string>> = {
  'xoxp-': "it is a user's token",
  'xapp-': "it is an app's own token",
  'https:': 'it is an address',
};

/** A token that is rotated begins with `xoxe.`. */
export const botToken: SecretForm = {
  name: 'the token of a Slack bot',
  example: 'xoxb-000000000000-0000000000000-000000000000000000000000',
  findProblem(value) {
    const other = Object.entries(otherTokens).find(([start]) => value.startsWith(start));
    if (other) return `${other[1]}, and a bot posts with its own; ${where}`;
    if (!/^(xoxe\.)?xoxb-/.test(value)) return `it is no token of a bot; ${where}`;
    return /^[A-Za-z0-9.-]{20,}$/.test(value) ? null : `it is cut off or has other characters; ${where}`;
  },
};

/** The header that tells Slack which bot it is. Throws `UnusableSecretError` for what no header can carry. */
export function authorize(
  { botToken: { secret } }: Pick<SlackBotDestination, 'botToken'>,
  secrets: SecretValues,
): { readonly authorization: string } {
  const token = secrets.get(secret) ?? '';
  if (/^[\x21-\x7e]+$/.test(token)) return { authorization: `Bearer ${token}` };
  throw new UnusableSecretError(`secret ${secret} is no token of a bot; ${where}`);
}

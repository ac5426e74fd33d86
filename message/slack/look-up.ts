import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { SlackBotDestination } from '../../shared/domain/routes/route.ts';
import { decideOutcome } from '../send/decide-outcome.ts';
import type { SecretValues } from '../send/destination.ts';
import type { HttpPost } from '../send/http-post.ts';
import { authorize, methodUrl } from './bot.ts';
import { findBotWord } from './bot-words.ts';

const callMs = 15_000;

interface LookUpPorts {
  readonly post: HttpPost;
  readonly secrets: SecretValues;
  readonly permitLocal: boolean;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * The member of the workspace with an e-mail address; null if there is none. Waits as long as Slack asks for. Throws
 * `ConfigurationError` if the bot may not ask.
 */
export async function lookUpMember(
  { post, secrets, permitLocal, sleep }: LookUpPorts,
  to: SlackBotDestination,
  address: string,
): Promise<{ readonly id: string; readonly timezone: string | null } | null> {
  const request = {
    url: new URL(methodUrl(to, 'users.lookupByEmail')),
    headers: { ...authorize(to, secrets), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: address }).toString(),
    timeoutMs: callMs,
    permitLocal,
  };
  for (;;) {
    const answer = await post(request);
    const { outcome, reason, retryAfterMs } = decideOutcome(findBotWord, answer, 0);
    if (outcome === 'delivered') return readMember(answer.body);
    if (reason.includes('users_not_found')) return null;
    if (retryAfterMs === null) throw new ConfigurationError([`Slack ${reason}; ${fixOf(reason)}`]);
    await sleep(retryAfterMs);
  }
}

function readMember(body: string) {
  const { user } = JSON.parse(body) as { readonly user?: Readonly<Record<string, unknown>> };
  if (typeof user?.id !== 'string' || user.deleted === true) return null;
  return { id: user.id, timezone: typeof user.tz === 'string' ? user.tz : null };
}

function fixOf(reason: string): string {
  return reason.includes('missing_scope')
    ? 'add users:read and users:read.email to the scopes of the bot at api.slack.com/apps, and reinstall the app'
    : 'check to.botToken of the route, or try again later';
}

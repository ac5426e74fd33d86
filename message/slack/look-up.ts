import type { SlackBotDestination } from '../../shared/domain/routes/route.ts';
import { decideOutcome } from '../send/decide-outcome.ts';
import type { SecretValues } from '../send/destination.ts';
import type { HttpPost } from '../send/http-post.ts';
import { authorize, methodUrl } from './bot.ts';
import { findBotWord } from './bot-words.ts';

const callMs = 15_000;

/** A member of the workspace. */
interface Member {
  readonly id: string;
  readonly timezone: string | null;
}

/** Asks Slack once for the member with an address: null for none, or a sentence where it does not say. */
export async function lookUpMember(
  { post, secrets, permitLocal }: { post: HttpPost; secrets: SecretValues; permitLocal: boolean },
  to: SlackBotDestination,
  address: string,
): Promise<Member | { readonly problem: string; readonly retryAfterMs: number | null } | null> {
  const answer = await post({
    url: new URL(methodUrl(to, 'users.lookupByEmail')),
    headers: { ...authorize(to, secrets), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: address }).toString(),
    timeoutMs: callMs,
    permitLocal,
  });
  const word = findBotWord(answer);
  if (word?.word === 'users_not_found') return null;
  const { outcome, reason, retryAfterMs } = decideOutcome(() => word, answer, 0);
  if (outcome !== 'delivered') return { problem: reason, retryAfterMs };
  const { user } = JSON.parse(answer.body) as { readonly user?: Readonly<Record<string, unknown>> };
  if (typeof user?.id !== 'string' || user.deleted === true) return null;
  return { id: user.id, timezone: typeof user.tz === 'string' ? user.tz : null };
}

import { isDestinationType } from '../../shared/destinations/destinations.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';
import { parseJson } from '../receiver/slack-message.ts';
import { describeKind } from './describe-kind.ts';
import type { CardAttempt, DigestCard } from './view-model.ts';

const noReason = 'no reason was recorded';

type StoredCard = Omit<DigestCard, 'key' | 'version' | 'received' | 'signature'>;

/** A card from the ledger, which has only the number of attempts and the outcome of the last one. */
export function cardOf(digest: LatestDigest): StoredCard {
  const { digestId, routeId, heartbeat, part, signals, state, reason } = digest;
  const attempt = lastAttemptOf(digest);
  return {
    digestId,
    routeId,
    kind: kindOf(digest),
    heartbeat,
    part,
    signals: heartbeat ? null : signals,
    bytes: Buffer.byteLength(digest.body),
    at: digest.deliveredAt ?? digest.frozenAt,
    attempts: attempt === null ? [] : [attempt],
    heldBecause: state === 'HELD' ? (reason ?? noReason) : null,
    ...bodyOf(digest.body),
  };
}

/** Most digests are under 20 kB; a body longer than this would only slow the page. */
const longestBody = 120_000;

export function bodyOf(text: string): Pick<DigestCard, 'body' | 'bodyOmitted'> {
  const bodyOmitted = text.length > longestBody;
  return { body: bodyOmitted ? null : (parseJson(text) ?? text), bodyOmitted };
}

function kindOf({ destinationType: type }: LatestDigest): DigestCard['kind'] {
  return isDestinationType(type) ? describeKind(type) : null;
}

const outcomes = { DELIVERED: 'delivered', DEAD: 'dead', FROZEN: 'retry' } as const;

function lastAttemptOf(digest: LatestDigest): CardAttempt | null {
  const { state, attempts, reason, dueAt } = digest;
  if (attempts === 0 || (state !== 'DELIVERED' && state !== 'DEAD' && state !== 'FROZEN')) return null;
  return {
    attempt: attempts,
    at: digest.deliveredAt ?? digest.frozenAt,
    outcome: outcomes[state],
    status: null,
    reason: reason ?? noReason,
    ambiguous: false,
    nextAttemptAt: state === 'FROZEN' && dueAt !== null ? new Date(dueAt).toISOString() : null,
  };
}

import { destinations, isDestinationType } from '../../shared/destinations/destinations.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';
import type { DigestCard } from './view-model.ts';

/** The digests that the page shows, oldest first. */
export interface DigestCards {
  /** Takes the latest digests of the ledger; a digest that has changed gets the version. */
  write(digests: readonly LatestDigest[], version: number): void;
  changedSince(version: number): DigestCard[];
}

export function createDigestCards(): DigestCards {
  let cards = new Map<string, { readonly written: string; readonly card: DigestCard }>();
  return {
    write(digests, version) {
      const before = cards;
      cards = new Map(
        digests.map((digest) => {
          const written = JSON.stringify(digest);
          const known = before.get(digest.digestId);
          const card = known?.written === written ? known.card : cardOf(digest, version);
          return [digest.digestId, { written, card }];
        }),
      );
    },
    changedSince: (version) =>
      [...cards.values()].flatMap(({ card }) => (card.version > version ? [card] : [])),
  };
}

/** Most digests are under 20 kB; a body longer than this would only slow the page. */
const longestBody = 120_000;

function cardOf(digest: LatestDigest, version: number): DigestCard {
  const { digestId, routeId, heartbeat, part, signals, state, attempts, reason, dueAt, body } = digest;
  const type = digest.destinationType;
  const destination = isDestinationType(type) ? destinations[type] : null;
  return {
    ...{ digestId, routeId, heartbeat, part, signals, state, attempts, reason, dueAt, version },
    label: destination?.label ?? null,
    successMeans: destination?.successMeans ?? null,
    at: digest.deliveredAt ?? digest.frozenAt,
    body: body.length > longestBody ? null : readBody(body),
  };
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A kind of destination may take another format.
    return text;
  }
}

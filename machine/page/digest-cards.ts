import { shortId } from '../../shared/domain/digests/short-id.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';
import { isRefused, type ReceivedMessage } from '../receiver/received-message.ts';
import { describeKind } from './describe-kind.ts';
import { bodyOf, cardOf } from './stored-card.ts';
import type { DescribedDestination, DescribedKind, DigestCard } from './view-model.ts';

type CardChange = Partial<Omit<DigestCard, 'key' | 'version'>>;

export interface DigestCards {
  observed(observation: Observation, at: number, version: number): void;
  received(message: ReceivedMessage, version: number): void;
  /** Sets the kind of destination of each route, before its first message arrives. */
  describe(destinations: readonly DescribedDestination[]): void;
  /** Adds a digest from before this process. */
  restore(digest: LatestDigest, version: number): void;
  /** Sets the body of a shown digest that did not arrive at this machine's receiver. */
  fill(digest: LatestDigest, version: number): void;
  /** Whether the digest is shown without its body. */
  lacksBody(digestId: string): boolean;
  changedSince(version: number): DigestCard[];
}

export const mostCards = 40;
const mostAttempts = 12;

/** The latest digests by their ids, oldest first. */
export function createDigestCards(): DigestCards {
  const cards = new Map<string, DigestCard>();
  let kinds = new Map<string, DescribedKind>();
  let nameless = 0;

  function change(
    digestId: string | null,
    at: number,
    version: number,
    of: (card: DigestCard) => CardChange,
  ) {
    const card = find(digestId) ?? emptyCard(digestId ?? `message-${++nameless}`, digestId, at);
    cards.set(card.key, { ...card, ...of(card), version });
    const [oldest] = cards.keys();
    if (cards.size > mostCards && oldest !== undefined) cards.delete(oldest);
  }

  /** The last one of its id, or of its beginning: a message for people has no more of it. */
  function find(digestId: string | null): DigestCard | undefined {
    if (digestId === null) return undefined;
    return cards.get(digestId) ?? [...cards.values()].findLast((card) => isSame(card.digestId, digestId));
  }

  return {
    describe(destinations) {
      kinds = new Map(destinations.map(({ routeId, kind }) => [routeId, kind]));
    },
    observed(observation, at, version) {
      const changeOf = changeBy(observation, at);
      if (!changeOf || !('digestId' in observation)) return;
      const kind = kinds.get(observation.routeId) ?? null;
      const { digestId } = observation;
      change(digestId, at, version, (card) => ({
        digestId,
        routeId: observation.routeId,
        kind: card.kind ?? kind,
        ...changeOf(card),
      }));
    },
    received(message, version) {
      // A forged request may name the id of a real digest: it must not change that digest's card.
      if (isRefused(message)) return;
      change(message.digestId, message.at, version, (card) => ({
        kind: describeKind(message.kind),
        signature: message.signature,
        received: card.received + 1,
        ...bodyOf(JSON.stringify(message.body)),
      }));
    },
    restore(digest, version) {
      const card = cardOf(digest);
      change(digest.digestId, card.at, version, () => card);
    },
    fill(digest, version) {
      const known = find(digest.digestId);
      if (!known || known.received > 0) return;
      change(digest.digestId, known.at, version, () => bodyOf(digest.body));
    },
    lacksBody(digestId) {
      const card = find(digestId);
      return card !== undefined && card.body === null && !card.bodyOmitted;
    },
    changedSince: (version) => [...cards.values()].filter((card) => card.version > version),
  };
}

/** Whether the one is the beginning of the other, as people read it to one another. */
function isSame(a: string | null, b: string): boolean {
  return a !== null && (a === `msg_${shortId(b)}` || b === `msg_${shortId(a)}`);
}

function changeBy(observation: Observation, at: number): ((card: DigestCard) => CardChange) | null {
  switch (observation.kind) {
    case 'digest-frozen': {
      const { part, signals, bytes } = observation;
      return () => ({ part, signals, bytes });
    }
    case 'heartbeat-frozen': {
      const { bytes } = observation;
      return () => ({ bytes, heartbeat: true });
    }
    case 'digest-attempted': {
      const { kind: _, routeId: __, digestId: ___, ...attempt } = observation;
      const attempts = (card: DigestCard) => [...card.attempts, { ...attempt, at }].slice(-mostAttempts);
      return (card) => ({ attempts: attempts(card), heldBecause: null });
    }
    case 'digest-held':
      return () => ({ heldBecause: observation.reason });
    case 'digest-rewritten':
      return (card) => (card.received > 0 ? {} : { body: null, bodyOmitted: false });
    default:
      return null;
  }
}

function emptyCard(key: string, digestId: string | null, at: number): DigestCard {
  return {
    key,
    digestId,
    at,
    version: 0,
    routeId: null,
    kind: null,
    heartbeat: false,
    part: null,
    signals: null,
    bytes: null,
    attempts: [],
    heldBecause: null,
    signature: 'none',
    received: 0,
    body: null,
    bodyOmitted: false,
  };
}

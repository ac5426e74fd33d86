import type { Observation } from '../../shared/domain/observation.ts';
import type { ReceivedMessage } from '../receiver/received-message.ts';
import type { DescribedDestination, DigestCard } from './view-model.ts';

type CardChange = Partial<Omit<DigestCard, 'key' | 'version'>>;

export interface DigestCards {
  observed(observation: Observation, at: number, version: number): void;
  received(message: ReceivedMessage, version: number): void;
  /** Says by which kind of destination a route is served, before its first message arrives. */
  describe(destinations: readonly DescribedDestination[]): void;
  changedSince(version: number): DigestCard[];
}

const mostCards = 40;
const mostAttempts = 12;
/** A webhook's digest is under 20 kB where it can be; a larger one than this would only slow the page. */
const longestBody = 120_000;

/** The digests last heard of, oldest first, each known by its id. */
export function createDigestCards(): DigestCards {
  const cards = new Map<string, DigestCard>();
  let types = new Map<string, DescribedDestination['type']>();
  let nameless = 0;

  function change(
    digestId: string | null,
    at: number,
    version: number,
    of: (card: DigestCard) => CardChange,
  ) {
    const key = digestId ?? `message-${++nameless}`;
    const card = cards.get(key) ?? emptyCard(key, digestId, at);
    cards.set(key, { ...card, ...of(card), version });
    const [oldest] = cards.keys();
    if (cards.size > mostCards && oldest !== undefined) cards.delete(oldest);
  }

  return {
    describe(destinations) {
      types = new Map(destinations.map(({ routeId, type }) => [routeId, type]));
    },
    observed(observation, at, version) {
      const changeOf = changeBy(observation, at);
      if (!changeOf || !('digestId' in observation)) return;
      const type = types.get(observation.routeId) ?? null;
      change(observation.digestId, at, version, (card) => ({
        routeId: observation.routeId,
        type: card.type ?? type,
        ...changeOf(card),
      }));
    },
    received(message, version) {
      // A forged request may name a true digest's id: it must not touch that digest's card.
      if (message.kind === 'webhook' && message.signature !== 'valid') return;
      const bodyOmitted = JSON.stringify(message.body).length > longestBody;
      change(message.digestId, message.at, version, (card) => ({
        type: message.kind,
        signature: message.signature,
        received: card.received + 1,
        body: bodyOmitted ? null : message.body,
        bodyOmitted,
      }));
    },
    changedSince: (version) => [...cards.values()].filter((card) => card.version > version),
  };
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
    type: null,
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

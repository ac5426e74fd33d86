import { createCounts, type Observation, sentenceOf } from '../../shared/domain/observation.ts';
import type { Context, Sentence } from '../../shared/domain/observations/row.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';
import type { ReceivedMessage } from '../receiver/receiver.ts';
import { createDigestCards } from './digest-cards.ts';
import { createFeed, tellReceived } from './feed.ts';
import { type Changes, type PageDescription, type ShownCounts, shownCounts } from './view-model.ts';

export interface LiveView {
  describe(description: PageDescription): void;
  observe(observation: Observation): void;
  received(message: ReceivedMessage): void;
  /** Shows the latest digests of the ledger, oldest first. */
  showDigests(digests: readonly LatestDigest[]): void;
  changesSince(version: number): Changes;
  /** Resolves at the next change after `version`; at once if there already was one. */
  changedAfter(version: number): Promise<void>;
}

/**
 * Everything that the page shows, in bounded memory. Each part has the version of its last change, so a slow or
 * reconnecting browser gets exactly what it lacks, and nothing is queued for it.
 */
export function createLiveView(now: () => number): LiveView {
  let version = 0;
  let description: PageDescription | null = null;
  let change = Promise.withResolvers<void>();
  const counts = createCounts();
  const names = createNames();
  const feed = createFeed();
  const cards = createDigestCards();

  function changed(apply: () => void): void {
    version += 1;
    apply();
    change.resolve();
    change = Promise.withResolvers();
  }

  function write(kind: string, sentence: Sentence | null): void {
    if (sentence !== null) feed.write(kind, sentence, now(), version);
  }

  return {
    describe: (described) =>
      changed(() => {
        description = described;
      }),
    observe: (observation) =>
      changed(() => {
        counts.add(observation);
        if (observation.kind === 'signal-recorded') names.learn(observation);
        const api = description?.api ?? undescribed;
        write(observation.kind, sentenceOf(observation, { api, buyer: names.buyer, signal: names.signal }));
      }),
    received: (message) => changed(() => write('received', tellReceived(message))),
    showDigests: (digests) => changed(() => cards.write(digests, version)),
    changesSince: (since) => ({
      version,
      fresh: since === 0,
      description,
      counts: Object.fromEntries(shownCounts.map((name) => [name, counts.of(name)])) as ShownCounts,
      lines: feed.changedSince(since),
      digests: cards.changedSince(since),
    }),
    changedAfter: (since) => (version > since ? Promise.resolve() : change.promise),
  };
}

/** Before `describe`, which `start` calls before anything runs. */
const undescribed: Context['api'] = { baseUrl: 'http://127.0.0.1', token: { secret: 'of api.token' } };

const mostNames = 5_000;

/** Observations of polls have ids only; the names of buyers come from the signals recorded so far. */
function createNames() {
  const names = new Map<string, string>();
  return {
    learn({ buyerId, buyerName }: { readonly buyerId: string; readonly buyerName: string | null }): void {
      if (buyerName !== null && (names.size < mostNames || names.has(buyerId))) names.set(buyerId, buyerName);
    },
    buyer: (buyerId: string): string => names.get(buyerId) ?? `buyer ${buyerId.slice(0, 8)}`,
    signal: ({ name, bridgeName }: Parameters<Context['signal']>[0]): string =>
      `signal ${name ?? 'without a name'}${bridgeName === null ? '' : ` (${bridgeName})`}`,
  };
}

import type { Step } from '../../cli/words/what-happened/line.ts';
import { type Told, tell } from '../../cli/words/what-happened.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';
import type { ReceivedMessage } from '../receiver/received-message.ts';
import { rememberBuyerNames } from './buyer-names.ts';
import { countObservation, countReceived, noCounts } from './counters.ts';
import { createDigestCards } from './digest-cards.ts';
import { createFeed } from './feed.ts';
import { createFeedWriter, receivedEntries } from './feed-writer.ts';
import type { Changes, PageDescription, StepState } from './view-model.ts';

export interface LiveView {
  describe(description: PageDescription): void;
  observe(observation: Observation): void;
  received(message: ReceivedMessage): void;
  /** Adds digests from before this process, oldest first. */
  restore(digests: readonly LatestDigest[]): void;
  /** Sets the bodies of shown digests. */
  fill(digests: readonly LatestDigest[]): void;
  /** Whether the digest is shown without its body. */
  lacksBody(digestId: string): boolean;
  changesSince(version: number): Changes;
  /** Resolves at the next change after `version`; at once if there already was one. */
  changedAfter(version: number): Promise<void>;
}

const order: readonly Step[] = ['plan', 'poll', 'record', 'freeze', 'deliver'];

/**
 * Everything that the page shows, in bounded memory. Each part has the version of its last change, so a slow or
 * reconnecting browser gets exactly what it lacks, and nothing is queued for it.
 */
export function createLiveView(now: () => number): LiveView {
  let version = 0;
  let description: PageDescription | null = null;
  let counters = noCounts;
  let steps: readonly StepState[] = order.map((name) => ({
    name,
    at: null,
    fact: null,
    trouble: false,
    version: 0,
  }));
  let change = Promise.withResolvers<void>();
  const names = rememberBuyerNames();
  const feed = createFeed();
  const writer = createFeedWriter();
  const cards = createDigestCards();

  function changed(apply: (at: number) => void): void {
    version += 1;
    apply(now());
    change.resolve();
    change = Promise.withResolvers();
  }

  function lightStep(told: Told, buyer: string, at: number): void {
    const fact = told.fact(buyer);
    if (fact)
      steps = steps.map((step) => (step.name === told.step ? { ...step, ...fact, at, version } : step));
  }

  return {
    describe: (described) =>
      changed(() => {
        description = described;
        cards.describe(described.destinations);
      }),
    observe: (observation) =>
      changed((at) => {
        if (observation.kind === 'signal-recorded') names.learn(observation.buyerId, observation.buyerName);
        counters = countObservation(counters, observation);
        const buyer = 'buyerId' in observation ? names.nameOf(observation.buyerId) : '';
        const told = tell(observation);
        lightStep(told, buyer, at);
        for (const entry of writer.entriesOf(observation, told, buyer)) feed.write(entry, at, version);
        cards.observed(observation, at, version);
      }),
    received: (message) =>
      changed((at) => {
        counters = countReceived(counters, message);
        for (const entry of receivedEntries(message)) feed.write(entry, at, version);
        cards.received(message, version);
      }),
    restore: (digests) =>
      changed(() => {
        for (const digest of digests) cards.restore(digest, version);
      }),
    fill: (digests) =>
      changed(() => {
        for (const digest of digests) cards.fill(digest, version);
      }),
    lacksBody: cards.lacksBody,
    changesSince: (since) => ({
      version,
      fresh: since === 0,
      description,
      counters,
      steps: steps.filter((step) => since === 0 || step.version > since),
      lines: feed.changedSince(since),
      digests: cards.changedSince(since),
    }),
    changedAfter: (since) => (version > since ? Promise.resolve() : change.promise),
  };
}

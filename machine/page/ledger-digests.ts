import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../../shared/domain/describe-error.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';
import { mostCards } from './digest-cards.ts';
import type { LiveView } from './live-view.ts';

/** Reads at most `most` of the latest digests with their bodies, oldest first. */
export type ReadDigests = (most: number) => Promise<readonly LatestDigest[]>;

/** Many digests may follow one another quickly: those within this time are read together. */
const gatherMs = 100;

/** Shows the digests from before this process. Returns a listener that reads the bodies of later ones. */
export async function followLedger(
  view: LiveView,
  readDigests: ReadDigests,
): Promise<(observation: Observation) => void> {
  view.restore(await readDigests(mostCards));
  const lacking = new Set<string>();
  let isReading = false;
  async function readLacking(): Promise<void> {
    while (lacking.size > 0) {
      await sleep(gatherMs);
      const wanted = new Set(lacking);
      lacking.clear();
      const digests = await readDigests(mostCards);
      view.fill(digests.filter(({ digestId }) => wanted.has(digestId)));
    }
  }
  async function readOn(): Promise<void> {
    isReading = true;
    try {
      await readLacking();
    } catch (error) {
      // The pipeline itself continues.
      const problem = `the digests could not be read from the ledger: ${describeError(error)}`;
      view.observe({ kind: 'function-failed', function: 'the page', problem });
    } finally {
      isReading = false;
    }
  }
  return (observation) => {
    if (!('digestId' in observation) || !view.lacksBody(observation.digestId)) return;
    lacking.add(observation.digestId);
    if (!isReading) void readOn();
  };
}

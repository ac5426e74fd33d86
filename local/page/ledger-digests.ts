import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from '../../shared/domain/observation.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';
import { describeError } from '../../shared/runtime/describe-error.ts';
import { mostCards } from './digest-cards.ts';
import type { LiveView } from './live-view.ts';

/** At most `most` of the latest digests with what they say, oldest first. Reads only. */
export type ReadDigests = (most: number) => Promise<readonly LatestDigest[]>;

/** Where many digests are due one follows the other: those of this time are read together. */
const gatherMs = 100;

/** Shows the digests of before this process. What it answers hears of all later ones, and reads what they say. */
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
      // The pipeline that is looked at goes on without.
      const problem = `what was sent could not be read from the ledger: ${describeError(error)}`;
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

import { inParallel } from '../../shared/domain/concurrency.ts';
import type { PollPlan } from '../../shared/domain/polling/poll-plan.ts';
import type { TickPorts } from './ports.ts';

const rousedAtOnce = 8;

/**
 * A buyer that the config lists anew is polled at each tick until its first accepted scan. Its mark comes first: after
 * a crash in between, the next tick compares the lists again. Returns the new buyers.
 */
export async function enrolListed(
  { watch, ledger }: Pick<TickPorts, 'watch' | 'ledger'>,
  { listed }: Pick<PollPlan, 'listed'>,
  { dryRun }: { readonly dryRun: boolean },
): Promise<readonly string[]> {
  const fingerprint = ledger.fingerprintOfList(watch.buyers);
  if (fingerprint === listed) return [];
  const known = await ledger.readListed();
  const fresh = watch.buyers.filter((buyerId) => !known.has(buyerId));
  if (dryRun) return fresh;
  await inParallel(fresh, rousedAtOnce, ledger.rouse);
  await ledger.saveListed(watch.buyers, fingerprint);
  return fresh;
}

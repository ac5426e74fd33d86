import type { CallsOfHour, CountedCalls } from '../../../shared/domain/alerts/facts.ts';
import { hourMs } from '../../../shared/domain/duration.ts';
import { type Lane, lanes } from '../../../shared/domain/lane.ts';
import type { ComposePorts } from '../digests/ports.ts';

/** Stores once an hour how many calls each lane made in the last one, and at which rate. */
export async function countCalls(
  { ledger, clock }: ComposePorts,
  counted: CountedCalls | null,
): Promise<CountedCalls> {
  const hour = Math.floor(clock.now() / hourMs) * hourMs;
  if (counted !== null && counted.hour === hour) return counted;
  const before: Partial<Record<Lane, CallsOfHour>> = {};
  let lastHour: CallsOfHour | null = null;
  for (const lane of lanes) {
    const { calls, refused, perSecond } = await ledger.upstream.read(lane);
    before[lane] = { calls, refused };
    const then = counted?.before[lane];
    if (counted === null || then === undefined) continue;
    const made = { calls: Math.max(0, calls - then.calls), refused: Math.max(0, refused - then.refused) };
    await ledger.history.storeCalls({ at: counted.hour, lane, ...made, perSecond });
    if (lane === 'lists' && hour - counted.hour === hourMs) lastHour = made;
  }
  return { hour, before: before as Record<Lane, CallsOfHour>, lastHour };
}

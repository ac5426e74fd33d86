import type { DigestFlood } from '../../shared/domain/digests/digest.ts';
import { countBridges } from '../../shared/domain/signals/flood.ts';
import type { ComposePorts } from './ports.ts';
import type { SlotEntry } from './read-slot.ts';

/** Holds what a flood's message does not show. Returns how many: fewer than there are if another composer was faster. */
export async function holdRest(
  { ledger, observe }: ComposePorts,
  routeId: string,
  ver: number,
  rest: readonly SlotEntry[],
): Promise<number> {
  const moved = await ledger.setAside({ routeId, keys: rest.map(({ key }) => key), ver });
  if (moved > 0) observe({ kind: 'signals-set-aside', routeId, signals: moved });
  return moved;
}

/** What a flood's message says of it. `untold`: how many its route set aside; `aside`: those that this composition saw. */
export function describeFlood(
  shown: readonly SlotEntry[],
  untold: number,
  aside: readonly SlotEntry[],
): DigestFlood {
  // The route counts what others set aside, too, and not of which bridges.
  const isWhole = aside.length === untold;
  return {
    newSignals: untold + shown.length,
    shown: shown.length,
    ...(isWhole ? { bridges: countBridges([...shown, ...aside]) } : {}),
  };
}

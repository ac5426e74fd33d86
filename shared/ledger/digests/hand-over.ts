import type { DestinationSettings } from '../../domain/routes/route.ts';
import { heldPrefix, outboxPrefix } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import type { RouteRegistry } from '../routes/route-registry.ts';
import { createEntryHandOver } from '../signals/hand-over-entries.ts';
import type { Clearing, ClearingScope } from './clearing.ts';
import { createDigestHandOver } from './hand-over-digest.ts';
import type { OwedDigests } from './owed-digests.ts';

export interface HandOver {
  readonly from: string;
  readonly to: string;
  /** The other route's kind of destination. */
  readonly toType: DestinationSettings['type'];
  readonly scope: ClearingScope;
}

export interface HandedOver {
  readonly signals: number;
  readonly signalsHeld: number;
  /** Signals that the other route already had, or gets in a digest: it gets each once. */
  readonly signalsHad: number;
  readonly digests: number;
  /** Digests rendered for another kind of destination: they are not handed over. */
  readonly digestsOfOtherType: number;
}

export function createHandOver(
  ports: LedgerPorts,
  { registerRoutes }: RouteRegistry,
  owed: OwedDigests,
  { checkIdle, forgetLate, readClearable }: Clearing,
) {
  const { handOverEntries } = createEntryHandOver(ports, owed);
  const { handOverDigest } = createDigestHandOver(ports);
  return {
    /**
     * Hands a route's pending signals and digests over to another route. Signals move into its outbox. Digests keep
     * their bytes, id and key, become due at once, and are sent by the other route. If interrupted, call it again to
     * do the rest. Throws `RouteBusyError`, before any change, while a digest of the route is being sent.
     */
    async handOver({ from, to, toType, scope }: HandOver): Promise<HandedOver> {
      await registerRoutes([to]);
      const now = ports.clock.now();
      await checkIdle(from, now);
      const held = await handOverEntries(from, to, heldPrefix);
      const all = scope === 'all';
      const waiting = all ? await handOverEntries(from, to, outboxPrefix) : { moved: 0, had: 0 };
      if (all) await forgetLate(from);
      let digests = 0;
      let digestsOfOtherType = 0;
      let inDigests = 0;
      for await (const item of readClearable(from, scope, now)) {
        if (item.destinationType !== toType) {
          digestsOfOtherType += 1;
          continue;
        }
        const handed = await handOverDigest(item, { from, to }, now);
        if (handed !== null) digests += 1;
        inDigests += handed ?? 0;
      }
      return {
        signals: waiting.moved,
        signalsHeld: held.moved,
        signalsHad: waiting.had + held.had + inDigests,
        digests,
        digestsOfOtherType,
      };
    },
  };
}

import { cut, shortenToFit } from '../../domain/signals/limit-text.ts';
import type { NewSignal } from '../../domain/signals/recording.ts';
import type { UnreadableSignal } from '../../domain/signals/signal.ts';
import { signalKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import type { RouteRegistry } from '../routes/route-registry.ts';
import { absent } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import type { TableWrite } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { outboxItems } from './outbox-item.ts';
import { undecidedItems } from './undecided.ts';

/** In UTF-8 bytes. An unreadable item keeps much text, so that a person can find the cause. */
const mostUnreadableBytes = 300_000;

export function createSignals(ports: LedgerPorts, { registerRoutes }: RouteRegistry) {
  const { table } = ports;
  return {
    async isKnown(signalId: string): Promise<boolean> {
      return (await table.get(signalKey(signalId))) !== undefined;
    },

    /**
     * Records a signal as seen together with its outbox entries, all or nothing. False if it was already recorded: by
     * an earlier scan, another instance, or an earlier try of this call whose result was unknown.
     */
    async record(signal: NewSignal): Promise<boolean> {
      await registerRoutes(signal.routeIds);
      const writes = recordWrites(signal);
      return (await ifHolds(tryAgain(ports, () => table.transact(writes)))).holds;
    },
  };
}

function recordWrites(signal: NewSignal): TableWrite[] {
  const { content } = signal;
  const entries = signal.baseline ? [] : signal.routeIds;
  const tombstone = {
    ...signalKey(signal.signalId),
    buyerId: signal.buyerId,
    firstSeenAt: signal.firstSeenAt,
    hot: signal.hot,
    v: 1,
    // The routes that get it now: a later hand-over must not give it to one of them again.
    ...(entries.length > 0 ? { routes: entries } : {}),
    ...(signal.baseline ? { baseline: true } : {}),
    ...('raw' in content ? { quarantined: true, text: unreadableText(content) } : {}),
  };
  return [tombstone, ...outboxItems(signal, entries), ...undecidedItems(signal)].map(
    (item): TableWrite => ({ kind: 'put', item, condition: absent }),
  );
}

/** Adds the full size if the text was shortened. */
function unreadableText(content: UnreadableSignal): string {
  const whole = JSON.stringify(content);
  if (Buffer.byteLength(whole) <= mostUnreadableBytes) return whole;
  const shorten = (longest: number) => ({
    ...content,
    raw: cut(content.raw, longest),
    rawBytes: Buffer.byteLength(content.raw),
  });
  return JSON.stringify(shortenToFit(shorten, 1, mostUnreadableBytes));
}

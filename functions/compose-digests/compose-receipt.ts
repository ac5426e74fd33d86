import { isoTime } from '../../shared/domain/clock.ts';
import { newDigestId } from '../../shared/domain/digests/digest-id.ts';
import { lastSlot } from '../../shared/domain/digests/last-slot.ts';
import { quietFrom, quietUntil } from '../../shared/domain/routes/quiet.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { composeContent } from '../../shared/domain/signals/outbox.ts';
import { describeView } from './describe-slot.ts';
import type { ComposedDigest } from './freeze-batch.ts';
import type { ComposePorts } from './ports.ts';
import type { SlotReading } from './read-slot.ts';

/** Shorter than the 30 days for which delivered digests are kept. */
export const longestOwedMs = 20 * 86_400_000;

/**
 * Whether a route may still say that a slot had nothing. Once the next slot has come, it may not: what the older slot
 * left may have been sent by then, and the next slot's message speaks for both. Nor may it for a slot so old that its
 * digests may be delivered and expired: a receiver would drop what comes under their ids.
 */
export function owesReceipt(
  { nextSlot, clock }: Pick<ComposePorts, 'nextSlot' | 'clock'>,
  { receipt, when }: Route,
  slot: string,
): boolean {
  if (receipt !== true || when === 'immediately') return false;
  const [from, now] = [Date.parse(slot), clock.now()];
  if (now - from > longestOwedMs) return false;
  const next = nextSlot(when, from);
  return next === null || next > now;
}

interface ReceiptRequest {
  readonly route: Route;
  /** The slot that has nothing, ISO 8601. */
  readonly slot: string;
  readonly muted: SlotReading['muted'];
}

/**
 * Creates the message that a slot had nothing. It takes the key of the slot's first digest, so that the slot has either
 * of the two: a repeated event finds it taken. Null then.
 */
export async function freezeReceipt(
  ports: ComposePorts,
  { route, slot, muted }: ReceiptRequest,
): Promise<ComposedDigest | null> {
  // A repeated event makes the same bytes again, which would count as created.
  if ((await ports.ledger.readSlotSoFar(route.id, slot)).parts > 0) return null;
  const renderer = ports.rendererFor(route.to.type);
  const digestId = newDigestId(ports.random);
  const since = slotBefore(ports, route, Date.parse(slot));
  const content = composeContent(
    {
      ...{ digestId, routeId: route.id, part: 1, parts: 1, muted },
      held: await ports.ledger.countHeld(route.id),
      view: await describeView(ports, route, slot, []),
      receipt: { since: since === null ? null : isoTime(since), until: slot },
    },
    [],
    new Map(),
  );
  const body = renderer.render(content);
  const digest = {
    ...{ routeId: route.id, slot, part: 1, digestId, body, members: [] },
    kind: 'receipt' as const,
    destinationType: route.to.type,
    plainBody: renderer.renderPlain?.(content),
  };
  if (!(await ports.ledger.freeze(digest, ports.clock.now()))) return null;
  const pointer = { routeId: route.id, slot, part: 1 };
  const bytes = Buffer.byteLength(body);
  ports.observe({ kind: 'digest-frozen', ...pointer, digestId, signals: 0, bytes, signalIds: [] });
  await ports.queue('delivery').send([pointer]);
  return { digestId, part: 1, signals: 0 };
}

/** When the route could last send before a slot; null if never. A slot in quiet hours counts as their end. */
function slotBefore({ nextSlot }: ComposePorts, route: Route, slot: number): number | null {
  const { when } = route;
  if (when === 'immediately') return null;
  const before = lastSlot((after) => nextSlot(when, after), (quietFrom(route, slot) ?? slot) - 1);
  return before === null ? null : (quietUntil(route, before) ?? before);
}

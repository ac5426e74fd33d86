import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';

/** The first reading may be doubted, the next one is not. */
const readingsToDrop = 2;

export function noteWholeReading({ oracle, actor, recovering }: World, change: TableChange): void {
  const { key, before, after } = change;
  const isEnd = after?.lastFullAt !== undefined && after.lastFullAt !== before?.lastFullAt;
  // Rows move between two parts of a reading: only one of a single tick shows who has gone.
  if (key.sk !== 'META' || !recovering || actor === null || !isEnd || before?.nextPage !== undefined) return;
  const bridgeId = key.pk.slice('BR#'.length);
  const { wholeReadings } = oracle.memory.bridges;
  const slot = Date.parse((actor.event as { readonly slot: string }).slot);
  const slots = wholeReadings.get(bridgeId) ?? [];
  // Two of a tick that fired twice overlap: what the first has still planned, the second can't take back.
  if (!slots.includes(slot)) wholeReadings.set(bridgeId, [...slots, slot]);
}

/** I10: no tick polls a buyer that no row of a watched bridge names any more, once two readings of each have shown it. */
export function checkPollOfVanished(world: World, { name, event }: Instance, url: URL): void {
  const buyerId = url.searchParams.get('buyerId');
  const { vanishing } = world.plan.bridgeOddities;
  if (vanishing === null || vanishing.buyerId !== buyerId || name !== 'poll-signals') return;
  const goneSince = goneAt(world);
  const { Records } = event as { readonly Records: readonly { readonly body: string }[] };
  const isPolled = Records.some(({ body }) => {
    const { slot, buyerIds } = JSON.parse(body) as {
      readonly slot: string;
      readonly buyerIds: readonly string[];
    };
    return buyerIds.includes(buyerId) && Date.parse(slot) >= goneSince;
  });
  if (isPolled) world.oracle.violate('I10', `${buyerId} is polled although no row has named it for days`);
}

/** Since which tick the buyer that has vanished for good is polled no more; Infinity while it may be. */
function goneAt({ plan, oracle }: World): number {
  const { vanishing } = plan.bridgeOddities;
  const { watch } = plan.configs.at(-1) as (typeof plan.configs)[number];
  if (vanishing?.until !== Number.POSITIVE_INFINITY || watch.buyers.includes(vanishing.buyerId)) {
    return Number.POSITIVE_INFINITY;
  }
  const { wholeReadings } = oracle.memory.bridges;
  const dropped = watch.bridges.map((bridgeId) => {
    return wholeReadings.get(bridgeId)?.[readingsToDrop - 1] ?? Number.POSITIVE_INFINITY;
  });
  return Math.max(...dropped);
}

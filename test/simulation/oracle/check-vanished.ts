import type { TableChange } from '../../support/ledger/memory-table.ts';
import { ruleAt } from '../parts/answer-rules.ts';
import type { Instance } from '../parts/instance.ts';
import type { World } from '../parts/world.ts';

/** Once a day, buyers that are watched no more lose their due times; clocks differ. */
const sparedMs = 25 * 3_600_000;

export function noteWholeReading(
  { oracle, actor, recovering, plan, scheduler }: World,
  change: TableChange,
): void {
  const { key, before, after } = change;
  const isEnd = after?.lastFullAt !== undefined && after.lastFullAt !== before?.lastFullAt;
  // Rows can move between the parts of a read, so only a read within one tick shows that a buyer is gone.
  if (key.sk !== 'META' || !recovering || actor === null || !isEnd || before?.nextPage !== undefined) return;
  const bridgeId = key.pk.slice('BR#'.length);
  // A bridge that shows no row at all is not believed for three days.
  if (ruleAt(plan, { operation: 'rows', id: bridgeId }, scheduler.now())?.answer === 'empty') return;
  const { wholeReadings } = oracle.memory.bridges;
  const slot = Date.parse((actor.event as { readonly slot: string }).slot);
  const slots = wholeReadings.get(bridgeId) ?? [];
  // A tick that fires twice makes two overlapping reads: the second can't undo polls that the first has queued.
  if (!slots.includes(slot)) wholeReadings.set(bridgeId, [...slots, slot]);
}

/** I10: a day after a complete read of each watched bridge without a row of a buyer, no tick polls that buyer. */
export function checkPollOfVanished(world: World, { name, event }: Instance, url: URL): void {
  const buyerId = url.searchParams.get('buyerId');
  const { vanishing } = world.plan.bridgeOddities;
  if (vanishing === null || vanishing.buyerId !== buyerId || name !== 'poll-signals') return;
  const goneSince = goneAt(world);
  const { Records } = event as { readonly Records: readonly { readonly body: string }[] };
  const isPolled = Records.some(({ body }) => {
    const { slot, buyerIds, values } = JSON.parse(body) as {
      readonly slot: string;
      readonly buyerIds: readonly string[];
      readonly values?: true;
    };
    return !values && buyerIds.includes(buyerId) && Date.parse(slot) >= goneSince;
  });
  if (isPolled) world.oracle.violate('I10', `${buyerId} is polled although no row has named it for days`);
}

/** The tick from which the vanished buyer must not be polled; Infinity if it may still be polled. */
function goneAt({ plan, oracle, upstream }: World): number {
  const { vanishing } = plan.bridgeOddities;
  // No read is consistent then: a buyer is dropped after three days.
  if (plan.reading.envelope?.startsWith('counts')) return Number.POSITIVE_INFINITY;
  const { watch } = plan.configs.at(-1) as (typeof plan.configs)[number];
  if (vanishing?.until !== Number.POSITIVE_INFINITY || watch.buyers.includes(vanishing.buyerId)) {
    return Number.POSITIVE_INFINITY;
  }
  const { wholeReadings } = oracle.memory.bridges;
  const dropped = watch.bridges.map((bridgeId) => {
    const rows = [...upstream.rows.values()].filter((row) => row.plan.bridgeId === bridgeId);
    const known = new Set(rows.flatMap(({ buyers }) => [...buyers]));
    const left = rows.filter((row) => row.buyerId !== vanishing.buyerId && row.status !== 'Deleted');
    // If more than half are missing, a reading is not believed for three days.
    if (new Set(left.map(({ buyerId }) => buyerId)).size < known.size / 2) return Number.POSITIVE_INFINITY;
    // Its rows may go only after the world's last tick, which a wrong address at first brings forward.
    const slots = wholeReadings.get(bridgeId) ?? [];
    return slots.find((slot) => slot >= vanishing.from) ?? Number.POSITIVE_INFINITY;
  });
  return Math.max(...dropped) + sparedMs;
}

import type { EventMessage } from '../../../shared/domain/polling/poll-message.ts';
import { type Dice, makeId } from '../parts/dice.ts';
import { minute, type Plan, peaceAfter, type Shape } from '../parts/plan.ts';

const share = 0.15;
const second = 1_000;

/** In some worlds a vendor tells of changes, and perhaps lies. From dice of its own. */
export function addEvents(dice: Dice, shape: Shape, plan: Plan): Plan {
  if (shape !== 'plain' || !dice.chance(share)) return plan;
  const isSlow = dice.chance(0.4);
  const lies = dice.chance(0.6) ? lie(dice, plan) : [];
  const events = [...describeOfChanges(dice, plan), ...lies].sort((a, b) => a.at - b.at);
  // Whom a later config watches no more, events may still name.
  const leaves = dice.chance(0.4) && plan.ticks.length > 2;
  return {
    ...plan,
    events,
    ticks: plan.ticks.map((tick, index) => (leaves && index === 1 ? { ...tick, deploys: true } : tick)),
    configs: plan.configs.map((config, version) => ({
      ...config,
      watch: leaves && version === 1 ? watchFewer(config.watch) : config.watch,
      inbound: { ...config.inbound, events: { signingSecret: { secret: 'EVENTS' } } },
      // Where a lane is slow, its tenth is soon used up.
      api: isSlow ? { ...config.api, callsPerSecond: 2 } : config.api,
    })),
  };
}

function watchFewer(watch: Plan['configs'][number]['watch']) {
  return watch.buyers.length > 1 ? { ...watch, buyers: watch.buyers.slice(1) } : watch;
}

/** Most changes, sometimes twice, late, or before lists show them. */
function describeOfChanges(dice: Dice, plan: Plan): Plan['events'][number][] {
  const told = plan.changes.filter(({ kind }) => kind === 'arrive' || kind === 'touch' || kind === 'move');
  const events: Plan['events'][number][] = [];
  for (const { at, row } of [...told, ...plan.arrivals]) {
    const { bridgeId, buyerId } = plan.rows[row] as Plan['rows'][number];
    const message = dice.chance(0.5) ? { buyerIds: [buyerId] } : { bridgeId };
    const times = dice.pick([0, 1, 1, 1, 2]);
    for (let time = 0; time < times; time += 1) {
      events.push({ at: at + dice.pick([-5, 0, 0, 1, 40, 300]) * second, message });
    }
  }
  return events;
}

/** Buyers that nobody knows or watches, a hundred at once, and much of it. */
function lie(dice: Dice, { buyers, bridges, ticks, start }: Plan): Plan['events'][number][] {
  const end = peaceAfter(ticks);
  return Array.from({ length: dice.between(1, 4) }, () => {
    const at = dice.chance(0.5) ? dice.between(start, end) : dice.pick(ticks).slot + dice.between(0, minute);
    const unknown = Array.from({ length: 100 - buyers.length }, () => makeId(dice));
    const messages: readonly EventMessage[] = dice.pick([
      [{ buyerIds: [...buyers, ...unknown] }],
      Array.from({ length: 40 }, () => ({ buyerIds: buyers })),
      Array.from({ length: 20 }, () => ({ bridgeId: dice.pick(bridges) })),
      [
        { bridgeId: makeId(dice), buyerIds: unknown.slice(0, 3) },
        { buyerIds: buyers, again: true },
      ],
    ]);
    return messages.map((message) => ({ at: at + dice.between(0, 20 * second), message }));
  }).flat();
}

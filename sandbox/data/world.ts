import { makeBridges } from './bridges.ts';
import { makeBuyers } from './buyers.ts';

/** The same plan and the same `now` give the same data. */
export interface WorldPlan {
  readonly seed: number;
  readonly buyers: number;
  readonly bridges: number;
  readonly signals: number;
}

export type World = ReturnType<typeof makeWorld>;

/** Buyers and bridges follow from the plan alone. */
export function makeWorld(plan: WorldPlan) {
  const buyers = makeBuyers(plan.seed, plan.buyers);
  const bridges = makeBridges(plan.seed, plan.bridges);
  return {
    plan,
    buyers,
    bridges,
    buyersById: new Map(buyers.map((buyer) => [buyer.buyerId, buyer])),
    bridgesById: new Map(bridges.map((bridge) => [bridge.bridgeId, bridge])),
    /** These buyers get new signals automatically. */
    watched: buyers.filter((buyer) => buyer.watched),
  };
}

/** Gives the ids that a config or a test needs: `GET /sandbox/world`. */
export function describeWorld({ buyers, bridges }: World) {
  return {
    buyers: buyers.map(({ buyerId, name }) => ({ buyerId, name })),
    bridges: bridges.map(({ bridgeId, name, filterType }) => ({ bridgeId, name, filterType })),
  };
}

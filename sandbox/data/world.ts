import { type BridgeRecord, makeBridges } from './bridges.ts';
import { type Buyer, makeBuyers } from './buyers.ts';

/** The size and seed of a sandbox. The same plan and the same `now` give the same data. */
export interface WorldPlan {
  readonly seed: number;
  readonly buyers: number;
  readonly bridges: number;
  /** The number of signals at the start. */
  readonly signals: number;
}

/** Buyers and bridges follow from the plan alone. */
export interface World {
  readonly plan: WorldPlan;
  readonly buyers: readonly Buyer[];
  readonly bridges: readonly BridgeRecord[];
  readonly buyersById: ReadonlyMap<string, Buyer>;
  readonly bridgesById: ReadonlyMap<string, BridgeRecord>;
  /** The buyers that get new signals automatically. */
  readonly watched: readonly Buyer[];
}

/** The answer of `GET /sandbox/world`: the ids that a config or a test needs. */
export interface WorldDescription {
  readonly buyers: readonly Pick<Buyer, 'buyerId' | 'name'>[];
  readonly bridges: readonly Pick<BridgeRecord, 'bridgeId' | 'name' | 'filterType'>[];
}

export function makeWorld(plan: WorldPlan): World {
  const buyers = makeBuyers(plan.seed, plan.buyers);
  const bridges = makeBridges(plan.seed, plan.bridges);
  return {
    plan,
    buyers,
    bridges,
    buyersById: new Map(buyers.map((buyer) => [buyer.buyerId, buyer])),
    bridgesById: new Map(bridges.map((bridge) => [bridge.bridgeId, bridge])),
    watched: buyers.filter((buyer) => buyer.watched),
  };
}

export function describeWorld({ buyers, bridges }: World): WorldDescription {
  return {
    buyers: buyers.map(({ buyerId, name }) => ({ buyerId, name })),
    bridges: bridges.map(({ bridgeId, name, filterType }) => ({ bridgeId, name, filterType })),
  };
}

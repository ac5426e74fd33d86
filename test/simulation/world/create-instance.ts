import type { Observe } from '../../../functions/observations/observation.ts';
import { configuredBridgeApis } from '../../../functions/runtime/configured-bridge-api.ts';
import { functions, type PipelineFunction } from '../../../functions/wiring.ts';
import { createHandlers } from '../../../machine/handlers.ts';
import { createSender } from '../../../message/sender.ts';
import type { Clock } from '../../../shared/domain/clock.ts';
import { createLedger, type Ledger } from '../../../shared/ledger/ledger.ts';
import {
  describeUse,
  isGranted,
  type LedgerUse,
  nameUses,
  watchTable,
} from '../../support/ledger/watch-ledger.ts';
import { checkAtOnce, isSweep } from '../oracle/check-at-once.ts';
import { checkComposed, releasable } from '../oracle/check-composed.ts';
import { checkDue } from '../oracle/check-pace.ts';
import { checkHoldUp } from '../oracle/check-refusals.ts';
import { checkMoments } from '../oracle/check-request.ts';
import { noteObservation } from '../oracle/note.ts';
import { type Handle, type Instance, tell } from '../parts/instance.ts';
import { stamp, type World } from '../parts/world.ts';
import { callPort } from './call-port.ts';
import { createProcess } from './create-process.ts';
import { createSimulatedFetch } from './simulated-fetch.ts';
import { createSimulatedPost } from './simulated-post.ts';
import { createSimulatedQueue } from './simulated-queue.ts';
import { createSimulatedSecrets } from './simulated-secrets.ts';
import { createSimulatedTable } from './simulated-table.ts';
import { createSimulatedTopic } from './simulated-topic.ts';

/** A fresh process of a function, at the deployed version: the real handler over simulated ports. */
export function createInstance(world: World, name: PipelineFunction): Instance {
  const instance = createProcess(world, name);
  instance.handle = createHandle(world, instance, name);
  return instance;
}

function createHandle(world: World, instance: Instance, name: PipelineFunction): Handle {
  const { mutant } = world;
  const { config } = instance;
  const clock = createClock(world, instance);
  const random = () => world.dice.next();
  const observe: Observe = (observation) => {
    world.trace?.push(`${stamp(world)} ${tell(instance)} observes ${JSON.stringify(observation)}`);
    noteObservation(world, instance, observation);
  };
  const plainTable = createSimulatedTable(world, instance);
  const judged = new Set<LedgerUse>();
  const judge = (use: LedgerUse): void => {
    if (judged.has(use)) return;
    judged.add(use);
    judgeUse(world, name, use);
  };
  // A mutant breaks one rule of the protocol, and has to be found out by that rule.
  const table = mutant ? (mutant.table?.(plainTable) ?? plainTable) : watchTable(plainTable, judge);
  const watched = watchLedger(world, instance, createLedger({ table, clock, random }));
  const ledger = mutant?.ledger?.(watched) ?? watched;
  const secrets = createSimulatedSecrets(world, instance);
  const common = { config, clock, random, observe, ledger, secrets };
  const handlers = createHandlers({
    ...common,
    stage: 'simulated',
    ...configuredBridgeApis(config, { ...common, fetch: createSimulatedFetch(world, instance) }),
    queue: (to) => createSimulatedQueue(world, instance, to),
    publishAlarm: createSimulatedTopic(world, instance),
    sender: createSender({
      clock,
      secret: secrets.get,
      permitLocal: config.local,
      post: createSimulatedPost(world, instance),
    }),
    everyoneUpTo: world.plan.everyoneUpTo,
    entriesAtOnce: world.plan.growth.entriesAtOnce,
    entriesAhead: world.plan.growth.entriesAhead,
    pagesAtOnce: world.plan.growth.pagesAtOnce,
  });
  const handle = handlers[name];
  if (name !== 'compose-digests') return handle;
  return async (event, invocation) => {
    const [before, startedAt] = [releasable(world, instance), instance.now()];
    if (world.plan.composesAtOnce && isSweep(event)) checkAtOnce(world, before);
    const composition = { before, startedAt, event, answer: await handle(event, invocation) };
    checkComposed(world, instance, composition);
    checkDue(world, instance, composition);
    return composition.answer;
  };
}

/** What the function's deployed role would refuse. */
function judgeUse(world: World, name: PipelineFunction, use: LedgerUse): void {
  for (const one of nameUses(name, use)) world.uses.add(one);
  if (world.mutant || isGranted(functions[name], use)) return;
  world.oracle.violate('grant', `${name} ${describeUse(use)}, which functions/wiring.ts does not grant it`);
}

function createClock(world: World, instance: Instance): Clock {
  return {
    now: instance.now,
    sleep: (ms) =>
      callPort(world, instance, {
        port: 'sleep',
        label: `sleep ${Math.round(ms)} ms`,
        effect: async () => {},
        failure: null,
        latencyMs: Math.max(0, ms),
      }),
  };
}

/** Notes what the oracle must know of an instance's mind: its claim, and the moments it was given. */
function watchLedger(world: World, instance: Instance, ledger: Ledger): Ledger {
  return {
    ...ledger,
    buyers: {
      ...ledger.buyers,
      read: async (buyerId) => {
        const buyer = await ledger.buyers.read(buyerId);
        instance.buyers.set(buyerId, buyer);
        return buyer;
      },
    },
    digests: {
      ...ledger.digests,
      claim: async (...claiming) => {
        instance.claimedAt = instance.now();
        instance.posted = null;
        const claim = await ledger.digests.claim(...claiming);
        instance.claim = claim;
        return claim;
      },
    },
    upstream: {
      ...ledger.upstream,
      reserve: async (lane, request) => {
        const reservation = await ledger.upstream.reserve(lane, request);
        checkHoldUp(world, instance, lane, reservation);
        instance.moments.push(...reservation.moments);
        checkMoments(world, lane, reservation.moments);
        return reservation;
      },
    },
  };
}

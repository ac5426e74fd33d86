import { noteFault } from '../oracle/check-failure.ts';
import { isWithin } from '../parts/coincidence.ts';
import type { Fault, Port } from '../parts/fault.ts';
import { type Instance, tell } from '../parts/instance.ts';
import { crash, noteTrouble, stamp, type World } from '../parts/world.ts';

export interface PortCall<Result> {
  readonly port: Port;
  readonly label: string;
  /** `pk sk` of the written item, or the queue; '' for other calls. */
  readonly about?: string;
  /** Takes effect before it returns its promise. */
  readonly effect: () => Promise<Result>;
  /** The caller's error if the call fails on the way; null for ports that report no such error. */
  readonly failure: ((applied: 'no' | 'unknown') => Error) | null;
  readonly latencyMs: number;
}

/** `event`: what the instance handled when it made the call, which may take effect while it handles the next. */
type MadeCall<Result> = PortCall<Result> & Pick<Instance, 'event'>;

/** Makes a call through a port after its latency, with the fault that the schedule has for it. */
export function callPort<Result>(world: World, instance: Instance, asked: PortCall<Result>): Promise<Result> {
  const call = { ...asked, event: instance.event };
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  // A crashed instance never gets an answer.
  if (instance.dead) return promise;
  const about = call.about ?? '';
  const fault = standsStill(world, about)
    ? 'stall'
    : isUnstored(world, instance, about)
      ? 'refused'
      : world.faults.next(call.port, about);
  if (fault !== 'none') noteTrouble(world);
  const { scheduler } = world;
  scheduler.at(scheduler.now() + call.latencyMs, () => {
    if (instance.dead) {
      // A request that was sent before the crash may still arrive.
      if (call.failure && world.dice.chance(0.5))
        void act(world, instance, call, 'on its way').catch(() => {});
      return;
    }
    meet(world, instance, call, fault, resolve, reject);
  });
  return promise;
}

function standsStill({ plan, scheduler, dice }: World, about: string): boolean {
  if (plan.coincidence === undefined) return false;
  const { stalls, rowStalls } = plan.coincidence;
  const span = { 'fetch list': stalls, 'fetch rows': rowStalls }[about];
  return isWithin(span, scheduler.now()) && dice.chance(0.5);
}

function isUnstored({ plan, scheduler }: World, { posted }: Instance, about: string): boolean {
  return (
    posted?.isOver === true && / DIG#/.test(about) && isWithin(plan.coincidence?.unstored, scheduler.now())
  );
}

function meet<Result>(
  world: World,
  instance: Instance,
  call: MadeCall<Result>,
  fault: Fault,
  resolve: (result: Result | Promise<Result>) => void,
  reject: (error: Error) => void,
): void {
  const { scheduler, dice } = world;
  const about = call.about ?? '';
  const fail = (applied: 'no' | 'unknown'): void => {
    if (call.failure === null) return;
    const error = call.failure(applied);
    noteFault(instance, about, error);
    reject(error);
  };
  const heard = (word: string): void => {
    const result = act(world, instance, call, word);
    result.catch((error: unknown) => noteFault(instance, about, error));
    resolve(result);
  };
  // The caller never gets the result of this effect; only the oracle checks it.
  const unheard = (word: string) => void act(world, instance, call, word).catch(() => {});
  switch (fault) {
    case 'none':
      heard('');
      break;
    case 'crash-before':
      crash(world, instance, `before ${call.label}`);
      break;
    case 'crash-after':
      unheard('and crash');
      crash(world, instance, `after ${call.label}`);
      break;
    case 'refused':
    case 'lost':
      note(world, instance, `${call.label} ${fault}`);
      fail(fault === 'refused' ? 'no' : 'unknown');
      break;
    case 'applied':
      unheard('applied, answer lost');
      fail('unknown');
      break;
    case 'late':
      note(world, instance, `${call.label} will be late`);
      fail('unknown');
      scheduler.at(scheduler.now() + dice.between(1, 3_000), () => unheard('late'));
      break;
    case 'stall':
      note(world, instance, `stands still at ${call.label}`);
      instance.stoodStill = true;
      scheduler.at(scheduler.now() + dice.between(20_000, 240_000), () => {
        if (!instance.dead) heard('after standing still');
      });
  }
}

function act<Result>(
  world: World,
  instance: Instance,
  call: MadeCall<Result>,
  word: string,
): Promise<Result> {
  // Its ledger is another one.
  if (instance.id <= world.cutOffUpTo) return new Promise(() => {});
  note(world, instance, word === '' ? call.label : `${call.label} (${word})`);
  const { event } = instance;
  instance.event = call.event;
  world.actor = instance;
  const result = call.effect();
  world.actor = null;
  instance.event = event;
  return result;
}

function note(world: World, instance: Instance, what: string): void {
  world.trace?.push(`${stamp(world)} ${tell(instance)} ${what}`);
}

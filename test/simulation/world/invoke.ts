import { functions, type PipelineFunction } from '../../../functions/wiring.ts';
import { checkOutOfTime } from '../oracle/check-failure.ts';
import { noteEnd, noteError } from '../oracle/note.ts';
import { beginInvocation, type Instance, tell } from '../parts/instance.ts';
import { crash, noteTrouble, stamp, type World } from '../parts/world.ts';
import { createInstance } from './create-instance.ts';

export type End =
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'crashed' };

/** Runs a function once, on an idle instance or a new one, until it answers, throws, crashes or runs out of time. */
export function invoke(
  world: World,
  name: PipelineFunction,
  event: unknown,
  onEnd: (end: End) => void,
): void {
  const instance = takeInstance(world, name);
  const { scheduler } = world;
  const timeoutAt = scheduler.now() + functions[name].timeoutSeconds * 1_000;
  let over = false;
  const finish = (end: End): void => {
    if (over) return;
    over = true;
    instance.busy = false;
    instance.onCrash = null;
    if (end.kind === 'answered') noteEnd(world, instance, end.answer);
    if (end.kind === 'threw') noteTrouble(world);
    if (end.kind === 'threw') noteError(world, instance, end.error);
    world.trace?.push(`${stamp(world)} ${tell(instance)} ${describeEnd(end)}`);
    onEnd(end);
  };
  instance.busy = true;
  const digestsBefore = world.oracle.memory.digestKeys.size;
  Object.assign(instance, beginInvocation(scheduler.now(), event, digestsBefore));
  instance.onCrash = () => finish({ kind: 'crashed' });
  scheduler.at(timeoutAt, () => {
    if (over) return;
    checkOutOfTime(world, instance);
    crash(world, instance, 'out of time');
  });
  world.trace?.push(`${stamp(world)} ${tell(instance)} gets ${JSON.stringify(event)}`);
  const invocation = {
    getRemainingTimeInMillis: () => Math.max(0, timeoutAt - scheduler.now()),
    stopping: world.stopping.signal,
  };
  instance.handle(event, invocation).then(
    (answer) => finish({ kind: 'answered', answer }),
    (error: unknown) => finish({ kind: 'threw', error }),
  );
}

/** Invokes a function as a schedule does: a failed invocation is retried twice. */
export function invokeAsync(world: World, name: PipelineFunction, event: unknown, tries = 3): void {
  if (world.stopping.signal.aborted) return;
  invoke(world, name, event, (end) => {
    if (end.kind === 'answered' || tries === 1) return;
    const { scheduler, dice } = world;
    scheduler.at(scheduler.now() + dice.between(50_000, 130_000), () =>
      invokeAsync(world, name, event, tries - 1),
    );
  });
}

function takeInstance(world: World, name: PipelineFunction): Instance {
  const warm = (world.instances.get(name) ?? []).filter(
    ({ dead, version }) => !dead && version === world.version,
  );
  world.instances.set(name, warm);
  const idle = warm.find(({ busy }) => !busy);
  if (idle && world.dice.chance(0.85)) return idle;
  const made = createInstance(world, name);
  warm.push(made);
  return made;
}

function describeEnd(end: End): string {
  if (end.kind === 'answered') return `answers ${JSON.stringify(end.answer)}`;
  if (end.kind === 'crashed') return 'is gone';
  return `throws ${end.error instanceof Error ? `${end.error.name}: ${end.error.message}` : 'no error'}`;
}

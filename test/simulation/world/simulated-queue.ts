import { type Queue, QueueUnavailableError } from '../../../functions/runtime/queue.ts';
import type { QueueName } from '../../../functions/wiring.ts';
import { checkEventSends } from '../oracle/check-events.ts';
import { isWithin } from '../parts/coincidence.ts';
import type { Instance } from '../parts/instance.ts';
import { noteTrouble, stamp, type World } from '../parts/world.ts';
import { callPort } from './call-port.ts';

export function createSimulatedQueue<Message>(
  world: World,
  instance: Instance,
  name: QueueName,
): Queue<Message> {
  return {
    async send(messages, delaySeconds) {
      // Lost: the sweeps alone compose, as they must where every one of these messages is lost.
      if (messages.length === 0 || (name === 'compose' && !world.plan.composesAtOnce)) return;
      const bodies = messages.map((message) => JSON.stringify(message));
      await callPort(world, instance, {
        port: 'queue',
        about: `queue ${name}`,
        label: `send ${bodies.join(' ')} to ${name}`,
        latencyMs: world.dice.between(5, 40),
        failure: (applied) => new QueueUnavailableError(`could not be sent (${applied})`),
        effect: async () => {
          const isRefused = name === 'poll' && isWithin(world.plan.coincidence?.polls, world.scheduler.now());
          if (isRefused) noteTrouble(world);
          if (isRefused) throw new QueueUnavailableError('the queue is away');
          // A part of a batch can fail, and fail again when it is retried.
          const { coincidence, isPrompt } = world.plan;
          const isQuiet = world.recovering || coincidence?.isCalm === true || isPrompt === true;
          const lost = !isQuiet && world.dice.chance(0.01) ? world.dice.between(1, bodies.length) : 0;
          const sent = bodies.slice(lost);
          checkEventSends(world, instance, name, sent);
          world.queues.accept(name, sent, delaySeconds);
          if (lost === 0) return;
          noteTrouble(world);
          throw new QueueUnavailableError(`${lost} of ${bodies.length} messages were not sent`);
        },
      });
      world.trace?.push(`${stamp(world)} queue ${name} has ${bodies.length} more`);
    },
  };
}

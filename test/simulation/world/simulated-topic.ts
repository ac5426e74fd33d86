import type { FunctionPorts } from '../../../functions/function-ports.ts';
import { QueueUnavailableError } from '../../../functions/runtime/queue.ts';
import { checkTold } from '../oracle/check-alerts.ts';
import type { Instance } from '../parts/instance.ts';
import type { World } from '../parts/world.ts';
import { callPort } from './call-port.ts';

export function createSimulatedTopic(
  world: World,
  instance: Instance,
): NonNullable<FunctionPorts['publishAlarm']> {
  return (message) =>
    callPort(world, instance, {
      port: 'queue',
      about: 'topic alarms',
      label: `tell ${message.NewStateValue} ${message.NoticeId}`,
      latencyMs: world.dice.between(5, 40),
      failure: (applied) => new QueueUnavailableError(`the topic could not be reached (${applied})`),
      effect: async () => checkTold(world, message),
    });
}

import { createHandler } from '../../../functions/receive-events/handler.ts';
import { startInbound } from '../../../machine/pipeline/inbound.ts';
import { systemClock } from '../../../shared/runtime/system.ts';
import { openFunctions } from '../../support/functions/open-functions.ts';
import { eventsKey, slackKey } from '../../support/functions/signed-calls.ts';

export const inbound = {
  events: { signingSecret: { secret: 'EVENTS' } },
  slack: { signingSecret: { secret: 'SLACK' } },
};
const secrets = { get: async (name: string) => (name === 'EVENTS' ? eventsKey : slackKey) };

/** The address for events and clicks on one machine. */
export async function openInbound() {
  const bench = openFunctions({ config: { inbound } });
  const handle = createHandler({ ...bench.ports, clock: systemClock, secrets });
  const failing = { is: false };
  const invoke = async (_: string, event: unknown) => (failing.is ? undefined : handle(event));
  const server = await startInbound({ config: bench.ports.config, invoke }, 0);
  const url = server.urls[0]?.replace('/events', '') ?? '';
  return { ...bench, url, failing, close: server.close };
}

import type { Click } from '../../shared/domain/clicks/click.ts';
import { deliveryCallMs } from '../../shared/domain/digests/attempt-time.ts';
import { UnfinishedError } from '../../shared/domain/errors.ts';
import type { SlackBotDestination } from '../../shared/domain/routes/route.ts';
import type { FunctionPorts } from '../function-ports.ts';

export interface Work {
  readonly click: Click;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

const longestWaitMs = 10_000;

/** Calls Slack as the bot. False where it will never take it: the message, the channel or the token is gone. */
export async function callSlack(
  { sender, clock, observe }: Pick<FunctionPorts, 'sender' | 'clock' | 'observe'>,
  { click, deadline }: Work,
  to: SlackBotDestination,
  method: 'chat.update' | 'chat.postEphemeral',
  named: Readonly<Record<string, string>>,
  body: string,
  showsContacts = false,
): Promise<boolean> {
  const call = {
    digestId: click.id,
    body: `${JSON.stringify(named).slice(0, -1)},${body.slice(1)}`,
    to,
    method,
    showsContacts,
  };
  for (;;) {
    if (clock.now() + deliveryCallMs > deadline) throw new UnfinishedError('too little time for a call');
    const { outcome, reason, retryAfterMs, throttled, threadRefused } = await sender.send(call);
    if (outcome === 'delivered') return true;
    const told = `${method}: ${reason}`;
    if (outcome !== 'retry' || threadRefused) {
      const { routeId } = click.pointer;
      observe({ kind: 'click-ignored', routeId, click: click.kind, reason: told });
      return false;
    }
    // Slack did not take it now, or may not have: the click's message comes again.
    if (!throttled || retryAfterMs === null || retryAfterMs > longestWaitMs) throw new UnfinishedError(told);
    await clock.sleep(retryAfterMs);
  }
}

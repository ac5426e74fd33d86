import { createHandler as answerClicks } from '../functions/answer-clicks/handler.ts';
import { createHandler as composeDigests } from '../functions/compose-digests/handler.ts';
import { createHandler as deliverDigest } from '../functions/deliver-digest/handler.ts';
import { createHandler as fetchSummaries } from '../functions/fetch-summaries/handler.ts';
import type { FunctionPorts, Handler } from '../functions/function-ports.ts';
import { createHandler as planPolls } from '../functions/plan-polls/handler.ts';
import { createHandler as pollSignals } from '../functions/poll-signals/handler.ts';
import { createHandler as receiveEvents } from '../functions/receive-events/handler.ts';
import type { AlarmMessage } from '../functions/runtime/alarm-message.ts';
import { createHandler as formatAlarm } from '../functions/tell-alarm/handler.ts';
import type { FunctionName } from '../functions/wiring.ts';

export type Handlers = Readonly<Record<FunctionName, Handler>>;

/** Creates all handlers for one process. The cloud bundles each one separately: loading more makes cold starts slower. */
export function createHandlers(ports: FunctionPorts): Handlers {
  const tell = formatAlarm(ports);
  // AWS has a topic in between.
  const publishAlarm = async (message: AlarmMessage): Promise<void> => {
    const MessageId = message.NoticeId ?? message.AlarmName;
    await tell({ Records: [{ Sns: { MessageId, Message: JSON.stringify(message) } }] });
  };
  const alarms = ports.config.alarms?.to === undefined ? {} : { publishAlarm };
  return {
    'plan-polls': planPolls(ports),
    'poll-signals': pollSignals(ports),
    'fetch-summaries': fetchSummaries(ports),
    'compose-digests': composeDigests({ ...alarms, ...ports }),
    'deliver-digest': deliverDigest(ports),
    'tell-alarm': tell,
    'receive-events': receiveEvents(ports),
    'answer-clicks': answerClicks(ports),
  };
}

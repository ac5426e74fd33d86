import type { AlarmMessage } from '../shared/domain/alarm.ts';
import { createHandler as answerClicks } from './answer-clicks/handler.ts';
import { createHandler as composeDigests } from './compose-digests/handler.ts';
import { createHandler as deliverDigest } from './deliver-digest/handler.ts';
import { createHandler as fetchSummaries } from './fetch-summaries/handler.ts';
import type { FunctionPorts, Handler } from './function-ports.ts';
import { createHandler as planPolls } from './plan-polls/handler.ts';
import { createHandler as pollSignals } from './poll-signals/handler.ts';
import { createHandler as receiveEvents } from './receive-events/handler.ts';
import { createHandler as tellAlarm } from './tell-alarm/handler.ts';
import type { FunctionName } from './wiring.ts';

export type Handlers = Readonly<Record<FunctionName, Handler>>;

/**
 * All handlers, to run them in one process. The cloud bundles each one separately: loading more makes cold starts
 * slower.
 */
export function createHandlers(ports: FunctionPorts): Handlers {
  const tell = tellAlarm(ports);
  // In AWS, a topic is in between.
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

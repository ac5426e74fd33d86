import * as v from 'valibot';
import { destinationOf, destinations } from '../../message/destinations.ts';
import type { AlarmNotice } from '../../shared/domain/alerts/alarm.ts';
import { ArgumentError, ConfigurationError } from '../../shared/domain/errors.ts';
import { jsonIn } from '../../shared/domain/json-in.ts';
import type { FunctionPorts } from '../function-ports.ts';
import { alarmMessageSchema } from '../runtime/alarm-message.ts';
import { readEvent } from '../runtime/invocation.ts';
import { sendAlarm, type TellAlarmResult } from './tell-alarm.ts';

type HandlerPorts = Pick<FunctionPorts, 'config' | 'observe' | 'sender' | 'stage'>;

/** An event of the alarms' topic has one message; by hand it may have `"dryRun":true`. */
const eventSchema = v.looseObject({
  Records: v.pipe(
    v.array(v.looseObject({ Sns: v.looseObject({ MessageId: v.string(), Message: v.string() }) })),
    v.minLength(1),
  ),
  dryRun: v.optional(v.boolean(), false),
});

export function createHandler({ config, observe, sender, stage }: HandlerPorts) {
  return async (event: unknown): Promise<{ readonly alarms: readonly TellAlarmResult[] }> => {
    const to = config.alarms?.to;
    if (to === undefined) throw missingDestination();
    const { Records: records, dryRun } = readEvent(eventSchema, event);
    const render = (notice: AlarmNotice) => destinationOf(to).renderAlarm(notice, to);
    const ports = { observe, sender, stage, to, render, runbookUrl: config.alarms?.runbookUrl };
    const alarms: TellAlarmResult[] = [];
    for (const { Sns: sns } of records) {
      const change = readEvent(alarmMessageSchema, parseMessage(sns.Message));
      alarms.push(await sendAlarm(ports, sns.MessageId, change, dryRun));
    }
    return { alarms };
  };
}

function parseMessage(message: string): unknown {
  const parsed = jsonIn(message);
  if (parsed !== undefined) return parsed;
  const found = 'Records[0].Sns.Message: not JSON; only alarms may publish to this topic';
  throw new ArgumentError('Records', found);
}

function missingDestination(): ConfigurationError {
  const written = Object.values(destinations).map((destination) => destination.written);
  return new ConfigurationError([
    `alarms.to: is missing; add ${written.join(' or ')} to the config, and deploy it`,
  ]);
}

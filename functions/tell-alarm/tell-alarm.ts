import { type AlarmNotice, anchorOf, readDescription } from '../../shared/domain/alerts/alarm.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { UnfinishedError } from '../../shared/domain/errors.ts';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';
import type { FunctionPorts } from '../function-ports.ts';
import type { AlarmMessage } from '../runtime/alarm-message.ts';

export interface TellAlarmPorts extends Pick<FunctionPorts, 'observe' | 'sender' | 'stage'> {
  readonly to: DestinationSettings;
  readonly render: (notice: AlarmNotice) => string;
  /** The runbook's address without a heading. */
  readonly runbookUrl: string | undefined;
}

export interface TellAlarmResult {
  readonly alarm: string;
  readonly state: string;
  /** `skipped`: the change needs no message. `would-send`: a dry run. */
  readonly result: 'sent' | 'skipped' | 'would-send';
  readonly body?: string;
}

export async function sendAlarm(
  ports: TellAlarmPorts,
  messageId: string,
  change: AlarmMessage,
  dryRun: boolean,
): Promise<TellAlarmResult> {
  const { AlarmName: alarm, NewStateValue: state } = change;
  const { observe, sender, to } = ports;
  const notice = noticeOf(ports, messageId, change);
  if (!needsMessage(change)) return { alarm, state, result: 'skipped' };
  const body = ports.render(notice);
  if (dryRun) return { alarm, state, result: 'would-send', body };
  const { outcome, reason, status } = await sender.send({ digestId: notice.id, body, to });
  // Lambda retries twice, then keeps the event as a dead letter.
  if (outcome !== 'delivered')
    throw new UnfinishedError(
      `"${notice.heading}" is ${state}, but its message could not be delivered: ${reason}`,
    );
  // Logs the heading: an alarm's name ends like a secret and would be redacted.
  observe({ kind: 'alarm-changed', alarm: notice.heading, state, status });
  return { alarm, state, result: 'sent' };
}

/** Alarms of CloudWatch turn OK with their first data: messages after each deployment would only be ignored. */
function needsMessage({ NewStateValue: state, OldStateValue: before }: AlarmMessage): boolean {
  return state === 'ALARM' || (state === 'OK' && before === 'ALARM');
}

function noticeOf(
  { stage, runbookUrl }: TellAlarmPorts,
  messageId: string,
  change: AlarmMessage,
): AlarmNotice {
  const { impact, heading } = readDescription(change.AlarmDescription);
  const changedAt = Date.parse(change.StateChangeTime);
  const anchor = heading === null ? '' : `#${anchorOf(heading)}`;
  return {
    id: change.NoticeId ?? `alarm_${messageId}`,
    stage,
    alarm: change.AlarmName,
    state: change.NewStateValue === 'ALARM' ? 'ALARM' : 'OK',
    heading: heading ?? change.AlarmName,
    impact,
    runbookUrl: runbookUrl === undefined ? null : `${runbookUrl}${anchor}`,
    since: Number.isNaN(changedAt) ? change.StateChangeTime : isoTime(changedAt),
    figures: change.NewStateReason,
    routeId: change.RouteId ?? null,
    digestId: change.DigestId ?? null,
    count: change.Count ?? null,
  };
}

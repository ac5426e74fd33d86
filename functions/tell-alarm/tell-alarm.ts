import { type AlarmNotice, anchorOf, readDescription } from '../../shared/domain/alarm.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import type { AttemptOutcome } from '../../shared/domain/digests/attempt.ts';
import type { OutgoingDigest } from '../../shared/domain/digests/delivery.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';

/** Sends a message when an alarm is raised or over. */
export interface TellAlarmPorts {
  readonly observe: Observe;
  readonly stage: string;
  readonly to: DestinationSettings;
  /** The runbook's address without a heading; null if the config has none. */
  readonly runbookUrl: string | null;
  readonly render: (notice: AlarmNotice) => string;
  readonly send: (message: OutgoingDigest) => Promise<AttemptOutcome>;
}

/** A change of an alarm's state, as CloudWatch publishes it. */
export interface AlarmChange {
  readonly messageId: string;
  readonly alarm: string;
  readonly description: string;
  readonly state: string;
  readonly before: string;
  /** Any form that `Date.parse` takes. */
  readonly changedAt: string;
  readonly figures: string;
}

export interface TellAlarmResult {
  readonly alarm: string;
  readonly state: string;
  /** `skipped`: the change needs no message. `would-send`: a dry run. */
  readonly result: 'sent' | 'skipped' | 'would-send';
  /** Only for a dry run: the body that would be sent. */
  readonly body?: string;
}

/** The message was not delivered. Lambda retries twice, then keeps the event for a redrive. */
export class AlarmNotSentError extends Error {
  override readonly name = 'AlarmNotSentError';
  readonly code = 'ALARM_NOT_SENT';
}

export async function tellAlarm(
  ports: TellAlarmPorts,
  change: AlarmChange,
  dryRun: boolean,
): Promise<TellAlarmResult> {
  const { alarm, state } = change;
  const notice = noticeOf(ports, change);
  // Logs the heading: an alarm's name ends like a secret and would be redacted.
  const log = (sent: boolean, status: number | null) =>
    ports.observe({ kind: 'alarm-changed', alarm: notice.heading, state, sent, status });
  if (!needsMessage(change)) {
    log(false, null);
    return { alarm, state, result: 'skipped' };
  }
  const body = ports.render(notice);
  if (dryRun) return { alarm, state, result: 'would-send', body };
  const { outcome, reason, status } = await ports.send({ digestId: notice.id, body, to: ports.to });
  if (outcome !== 'delivered')
    throw new AlarmNotSentError(
      `"${notice.heading}" is ${state}, but its message could not be delivered: ${reason}`,
    );
  log(true, status);
  return { alarm, state, result: 'sent' };
}

/**
 * Each alarm turns OK with its first data: twenty messages after each new deployment, which would teach people to
 * ignore them. Nobody can act on `INSUFFICIENT_DATA`.
 */
function needsMessage({ state, before }: AlarmChange): boolean {
  return state === 'ALARM' || (state === 'OK' && before === 'ALARM');
}

function noticeOf({ stage, runbookUrl }: TellAlarmPorts, change: AlarmChange): AlarmNotice {
  const { impact, heading } = readDescription(change.description);
  const changedAt = Date.parse(change.changedAt);
  return {
    id: `alarm_${change.messageId}`,
    stage,
    alarm: change.alarm,
    state: change.state === 'ALARM' ? 'ALARM' : 'OK',
    heading: heading ?? change.alarm,
    impact,
    runbookUrl: runbookUrl && (heading === null ? runbookUrl : `${runbookUrl}#${anchorOf(heading)}`),
    since: Number.isNaN(changedAt) ? change.changedAt : isoTime(changedAt),
    figures: change.figures,
  };
}

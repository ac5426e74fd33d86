import { type AlarmMessage, describeAlarm } from '../../../shared/domain/alerts/alarm.ts';
import type { AlertChange } from '../../../shared/domain/alerts/alert.ts';
import { isoTime } from '../../../shared/domain/clock.ts';
import type { StoredAlerts } from '../../../shared/ledger/alerts/alert-state.ts';
import { alerts, judgeAlerts, judgeEveryMs } from '../../alerts/judge-alerts.ts';
import type { ReadRoute } from '../../lookups/read-routes-once.ts';
import type { ComposePorts } from '../digests/ports.ts';
import { countCalls } from './count-calls.ts';
import { gatherFacts } from './gather-facts.ts';

/** A destination may take 20 seconds for each, in one sweep. */
const mostTold = 5;
/** The newest are kept for a destination that takes nothing for months, since an item holds 400 KB. */
const mostUntold = 200;

/** A change that can't be told stays for the next sweep. Throws the error of the telling. */
export async function watchAlerts(ports: ComposePorts, readRoute: ReadRoute): Promise<void> {
  const stored = await ports.ledger.alerts.read();
  const judged = isTime(stored, ports.clock.now()) ? await judge(ports, stored, readRoute) : stored;
  // Another process was faster, and tells them.
  if (judged !== null) await sendChanges(ports, judged);
}

/** A judgement from the future comes from a wrong clock. */
function isTime({ judgedAt }: StoredAlerts, now: number): boolean {
  return judgedAt === null || now < judgedAt || now - judgedAt >= judgeEveryMs;
}

async function judge(
  ports: ComposePorts,
  stored: StoredAlerts,
  readRoute: ReadRoute,
): Promise<StoredAlerts | null> {
  const { ledger, observe, publishAlarm } = ports;
  const calls = await countCalls(ports, stored.calls);
  const facts = await gatherFacts(ports, readRoute, {
    lastHour: calls.lastHour,
    isNewHour: calls.hour !== stored.calls?.hour,
  });
  const { entries, untold, over } = judgeAlerts(stored, facts);
  const raised = entries.filter(({ raisedAt }) => raisedAt !== null);
  const lateness = facts.routes
    .filter(({ isStill }) => !isStill)
    .flatMap(({ signalsLateMs, digests }) => [
      signalsLateMs,
      ...digests.filter(({ isDead }) => !isDead).map(({ lateMs }) => lateMs),
    ]);
  observe({
    kind: 'alerts-judged',
    raised: raised.map(({ name, routeId }) => (routeId === null ? name : `${name}:${routeId}`)),
    overdueSeconds: Math.floor(Math.max(0, ...lateness) / 1000),
  });
  const isRaised = ({ name, routeId }: AlertChange): boolean =>
    raised.some((entry) => entry.name === name && entry.routeId === routeId);
  // If alarms.to is added later, it gets the alarms that are raised then.
  const kept =
    publishAlarm === undefined ? untold.filter((one) => one.state === 'ALARM' && isRaised(one)) : untold;
  return ledger.alerts.save({
    ...stored,
    entries,
    over,
    calls,
    judgedAt: facts.now,
    untold: kept.slice(-mostUntold),
  });
}

async function sendChanges({ ledger, publishAlarm }: ComposePorts, stored: StoredAlerts): Promise<void> {
  if (publishAlarm === undefined) return;
  let told = 0;
  try {
    for (const change of stored.untold.slice(0, mostTold)) {
      await publishAlarm(messageOf(change));
      told += 1;
    }
  } finally {
    // If this is not stored, they are told again under their ids.
    if (told > 0) await ledger.alerts.save({ ...stored, untold: stored.untold.slice(told) });
  }
}

function messageOf({ id, name, routeId, digestId, count, figures, state, at }: AlertChange): AlarmMessage {
  const { impact, heading } = alerts.find((alert) => alert.name === name) ?? { impact: '', heading: name };
  return {
    AlarmName: name,
    AlarmDescription: describeAlarm(impact, heading),
    NewStateValue: state,
    OldStateValue: state === 'ALARM' ? 'OK' : 'ALARM',
    StateChangeTime: isoTime(at),
    NewStateReason: routeId === null ? figures : `Route ${routeId}: ${figures}`,
    NoticeId: id,
    RouteId: routeId,
    DigestId: digestId,
    Count: count,
  };
}

import { describeAlarm } from '../../../shared/domain/alerts/alarm.ts';
import type { AlertChange } from '../../../shared/domain/alerts/alert.ts';
import { isoTime } from '../../../shared/domain/clock.ts';
import { inParallel } from '../../../shared/domain/concurrency.ts';
import type { StoredAlerts } from '../../../shared/ledger/alerts/alert-state.ts';
import { alerts, judgeAlerts, judgeEveryMs } from '../../alerts/judge-alerts.ts';
import type { ReadRoute } from '../../lookups/read-routes-once.ts';
import type { AlarmMessage } from '../../runtime/alarm-message.ts';
import type { ComposePorts } from '../digests/ports.ts';
import { countCalls } from './count-calls.ts';
import { gatherFacts } from './gather-facts.ts';

/** One sweep tries no more. */
const mostTold = 5;
/** A destination may take 20 seconds for each, and no report begins late in a sweep. */
const tellingMs = 30_000;
/** The newest are kept for a destination that takes nothing for months, since an item holds 400 KB. */
const mostUntold = 200;

/** A change that can't be told stays for the next sweep. Throws the first error of the telling, after all were tried. */
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
    raised: raised.map(nameOf),
    overdueSeconds: Math.floor(Math.max(0, ...lateness) / 1000),
  });
  const isRaised = (change: AlertChange): boolean => raised.some((entry) => nameOf(entry) === nameOf(change));
  // If alarms.to is added later, it gets the alarms that are raised then.
  const kept =
    publishAlarm === undefined ? untold.filter((one) => one.state === 'ALARM' && isRaised(one)) : untold;
  const oldest = new Set(kept.toSorted((one, other) => one.at - other.at).slice(0, -mostUntold));
  return ledger.alerts.save({
    ...stored,
    entries,
    over,
    calls,
    judgedAt: facts.now,
    untold: kept.filter((change) => !oldest.has(change)),
  });
}

/** Each change is tried for itself: a message that is refused for good must not hold up the others. */
async function sendChanges(
  { ledger, clock, publishAlarm }: ComposePorts,
  stored: StoredAlerts,
): Promise<void> {
  if (publishAlarm === undefined) return;
  const until = clock.now() + tellingMs;
  const told = new Set<AlertChange>();
  const failed = new Set<string>();
  const tell = async (change: AlertChange): Promise<void> => {
    const alert = nameOf(change);
    // The end of an alert is not told before its beginning.
    if (failed.has(alert) || clock.now() >= until) return;
    failed.add(alert);
    await publishAlarm(messageOf(change));
    told.add(change);
    failed.delete(alert);
  };
  try {
    await inParallel(stored.untold.slice(0, mostTold), 1, tell);
  } finally {
    const left = stored.untold.filter((change) => !told.has(change));
    const hasFailed = (change: AlertChange): boolean => failed.has(nameOf(change));
    // Those that failed come last, or they would take each sweep's tries from the others.
    const untold = [...left.filter((change) => !hasFailed(change)), ...left.filter(hasFailed)];
    // If this is not stored, they are told again under their ids.
    if (untold.some((change, index) => change !== stored.untold[index]) || told.size > 0)
      await ledger.alerts.save({ ...stored, untold });
  }
}

function nameOf({ name, routeId }: Pick<AlertChange, 'name' | 'routeId'>): string {
  return routeId === null ? name : `${name}:${routeId}`;
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

import type {
  Alert,
  AlertChange,
  AlertEntry,
  AlertState,
  OverAlert,
} from '../../shared/domain/alerts/alert.ts';
import type { AlertFacts } from '../../shared/domain/alerts/facts.ts';
import { dayMs, minuteMs } from '../../shared/domain/duration.ts';
import { pollingAlerts } from './polling-alerts.ts';
import { routeAlerts } from './route-alerts.ts';

/** An alert's name is never used for another alert. */
export const alerts: readonly Alert[] = [...pollingAlerts, ...routeAlerts];

export function headingOf(name: string): string {
  return alerts.find((alert) => alert.name === name)?.heading ?? name;
}

const overKeptMs = 7 * dayMs;
/** An item holds 400 KB. */
const mostOver = 200;

/** The facts are gathered no more often: most cost reads, and rarely change. */
export const judgeEveryMs = 5 * minuteMs;

/** An alert is over when two judgements in a row did not find it, so that it can't flap. */
export function judgeAlerts({ entries, untold, over: before }: AlertState, facts: AlertFacts): AlertState {
  const { now } = facts;
  const changes: AlertChange[] = [];
  const ended: OverAlert[] = [];
  // A time ahead comes from a wrong clock, which would keep its alert for as long.
  const known = entries.map((one) => ({
    ...one,
    since: Math.min(one.since, now),
    goneAt: one.goneAt === null ? null : Math.min(one.goneAt, now),
  }));
  const judged = alerts.flatMap((alert) => {
    const own = known.filter(({ name }) => name === alert.name);
    const findings = alert.find(facts);
    const held = findings.map((finding) => {
      const before = own.find(({ routeId }) => routeId === finding.routeId);
      const since = before?.since ?? now;
      const isRaised = typeof before?.raisedAt === 'number';
      const raisedAt = isRaised ? before.raisedAt : now - since >= (alert.after ?? 0) ? now : null;
      const entry = { name: alert.name, ...finding, since, goneAt: null, raisedAt };
      if (raisedAt !== null && !isRaised) changes.push(changeOf(entry, 'ALARM', now));
      return entry;
    });
    const gone = own.filter(
      ({ raisedAt, routeId }) =>
        raisedAt !== null && !findings.some((finding) => finding.routeId === routeId),
    );
    const isKnown = alert.isKnown?.(facts) ?? true;
    const isOver = ({ goneAt }: AlertEntry) => goneAt !== null && now - goneAt >= (alert.overAfter ?? 0);
    const over = gone.filter((entry) => isKnown && isOver(entry));
    changes.push(...over.map((entry) => changeOf(entry, 'OK', now)));
    for (const { routeId, raisedAt } of over)
      ended.push({ name: alert.name, routeId, raisedAt: raisedAt ?? now, overAt: now });
    const left = gone.filter((entry) => !over.includes(entry));
    return [...held, ...left.map((entry) => ({ ...entry, goneAt: isKnown ? (entry.goneAt ?? now) : null }))];
  });
  const recent = before.filter(({ overAt }) => now - overAt < overKeptMs);
  return {
    entries: judged,
    untold: [...untold, ...changes],
    over: [...recent, ...ended].slice(-mostOver),
  };
}

function changeOf(
  { name, routeId, digestId, count, figures, raisedAt }: AlertEntry,
  state: AlertChange['state'],
  at: number,
): AlertChange {
  const id = `alarm_${[name, routeId, raisedAt, state].filter((part) => part !== null).join('_')}`;
  return { id, name, routeId, digestId, count, figures, state, at };
}

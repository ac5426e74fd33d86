import type { AlarmMessage } from '../../../functions/runtime/alarm-message.ts';
import type { AlertChange, AlertEntry } from '../../../shared/domain/alerts/alert.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { minute } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';

export const alertsKey = { pk: 'A#all', sk: 'STATE' };

/** What was read a moment before, by an instance that may have stood still since. */
const readMs = 10 * minute;

/** What raises an alert of a route, as the ledger has it: its oracle is a second rule for each. */
const causes = ['route-disabled', 'digest-failed', 'signals-held'] as const;
type Cause = (typeof causes)[number];

/** Notes since when something is wrong with a route, or until when it was. */
export function noteCauses(world: World, { key, after }: TableChange): void {
  const { pk, sk } = key;
  if (!pk.startsWith('R#')) return;
  if (sk === 'META') {
    noteCause(world, 'route-disabled', pk, isDisabled(after));
    noteCause(world, 'signals-held', pk, Number(after?.held ?? 0) > 0);
  }
  if (!sk.startsWith('DIG#')) return;
  const { dead } = world.oracle.memory.alerts;
  const known = dead.get(pk) ?? new Set();
  if (after?.state === 'DEAD') known.add(sk);
  else known.delete(sk);
  dead.set(pk, known);
  noteCause(world, 'digest-failed', pk, known.size > 0);
}

function noteCause({ oracle, scheduler }: World, cause: Cause, pk: string, isWrong: boolean): void {
  const { wrong } = oracle.memory.alerts;
  const name = `${cause} ${pk}`;
  const known = wrong.get(name);
  const now = scheduler.now();
  if (isWrong && known?.until !== null)
    wrong.set(name, { since: now, until: null, judged: 0, right: known?.right ?? 0 });
  if (!isWrong && known?.until === null) wrong.set(name, { ...known, until: now });
}

/** A person who pauses a route needs no alarm. */
function isDisabled(item: Item | undefined): boolean {
  return item?.state === 'DISABLED' && item.reason !== 'paused by hand';
}

/**
 * I25: what is wrong with a route raises its alert once, by the second judgement, and it is over once that is right again.
 * No judgement is lost, and no change is forgotten before it was told.
 */
export function checkAlerts(world: World, { before, after }: TableChange): void {
  const { oracle, actor } = world;
  const isJudged = before?.judgedAt !== after?.judgedAt;
  for (const [name, wrong] of oracle.memory.alerts.wrong) {
    // Nothing is wrong with a route that this version does not have.
    const isOwn = actor?.config.routes.some(({ id }) => name.endsWith(` R#${id}`));
    if (isJudged && !isOwn) wrong.right += 1;
  }
  const [old, now] = [raisedIn(before), raisedIn(after)];
  for (const { id } of actor?.config.routes ?? []) {
    for (const cause of causes) {
      const name = `${cause} R#${id}`;
      const [wasRaised, isRaised] = [old.has(name), now.has(name)];
      const wrong = oracle.memory.alerts.wrong.get(name);
      if (isJudged && wrong) noteJudged(wrong, Number(actor?.beganAt));
      if (isRaised && !wasRaised) checkRaised(world, `${cause} of ${id}`, wrong);
      if (wasRaised && !isRaised) checkOver(world, `${cause} of ${id}`, wrong);
      if (wrong?.until === null && wrong.judged >= 2 && !isRaised)
        oracle.violate('I25', `${cause} of ${id} holds, and its alert is not raised`);
    }
  }
  const left = new Set(untoldIn(after).map(({ id }) => id));
  for (const { id } of untoldIn(before)) {
    if (!left.has(id) && !oracle.memory.alerts.told.has(id))
      oracle.violate('I25', `the alarm ${id} is forgotten, and nobody was told`);
  }
}

type Wrong = ReturnType<World['oracle']['memory']['alerts']['wrong']['get']>;

/** One that began before something went wrong may have read it as it was then. */
function noteJudged(wrong: NonNullable<Wrong>, beganAt: number): void {
  if (wrong.until !== null || beganAt < wrong.since) wrong.right += 1;
  else [wrong.judged, wrong.right] = [wrong.judged + 1, 0];
}

function checkRaised({ oracle, scheduler }: World, what: string, wrong: Wrong): void {
  const isTrue = wrong !== undefined && scheduler.now() - (wrong.until ?? scheduler.now()) <= readMs;
  if (!isTrue) oracle.violate('I25', `the alert ${what} is raised, and nothing is wrong`);
}

function checkOver({ oracle, scheduler }: World, what: string, wrong: Wrong): void {
  const now = scheduler.now();
  if (wrong?.until === null && now - wrong.since > readMs)
    oracle.violate('I25', `the alert ${what} is over, and it is still wrong`);
  if (wrong && wrong.until !== null && wrong.right < 2)
    oracle.violate('I25', `the alert ${what} is over at the first judgement that did not find it`);
}

/** I25: a raise and an end take turns; the same id may come again. */
export function checkTold({ oracle }: World, { NoticeId: id = '', ...message }: AlarmMessage): void {
  const { told, last } = oracle.memory.alerts;
  if (told.has(id)) return;
  told.add(id);
  const alert = `${message.AlarmName} ${message.RouteId ?? ''}`;
  if (last.get(alert) === message.NewStateValue)
    oracle.violate('I25', `${alert} is told ${message.NewStateValue} twice, the second time as ${id}`);
  last.set(alert, message.NewStateValue);
}

/** I25: at the end, what is raised is what is wrong, and people know of it. */
export function checkAlertsAtEnd(world: World): void {
  const { table, plan, oracle } = world;
  const item = table.peek(alertsKey);
  const raised = raisedIn(item);
  for (const { id } of untoldIn(item)) oracle.violate('I25', `the alarm ${id} was never told`);
  for (const { id } of plan.configs.at(-1)?.routes ?? []) {
    for (const cause of causes) {
      const wrong = oracle.memory.alerts.wrong.get(`${cause} R#${id}`);
      const isWrong = wrong?.until === null;
      // An attempt after the last sweep may have changed it.
      const isJudged = wrong === undefined || (isWrong ? wrong.judged : wrong.right) >= 2;
      const isRaised = raised.has(`${cause} R#${id}`);
      if (isJudged && isRaised !== isWrong)
        oracle.violate('I25', `at the end ${cause} of ${id} is ${isRaised ? '' : 'not '}raised`);
    }
  }
}

/** The alerts that are raised of a route, by name and route. */
export function raisedIn(item: Item | undefined): ReadonlySet<string> {
  const entries: readonly AlertEntry[] = JSON.parse(String(item?.entries ?? '[]'));
  const raised = entries.filter(({ raisedAt }) => raisedAt !== null);
  return new Set(raised.map(({ name, routeId }) => `${name} R#${routeId}`));
}

export function untoldIn(item: Item | undefined): readonly AlertChange[] {
  return JSON.parse(String(item?.untold ?? '[]'));
}

import { parseDuration } from '../../../shared/domain/duration.ts';
import { type AnswerRule, hides, isForLists, type Operation, rulesOf } from '../parts/answer-rules.ts';
import { day, hour, minute, peaceAfter } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';

/** Two ticks, and the polls that the second one queues. */
export const fewTicks = 45 * minute;

/** Whether a rule holds now, or held until so lately. */
export function isLately({ scheduler }: World, { from, until }: AnswerRule, lateMs: number): boolean {
  const now = scheduler.now();
  return from <= now && now - Math.min(now, until) < lateMs;
}

/** Whether what a buyer's list was answered lately explains that its signals are not recorded yet. */
export function isUnanswered(world: World, buyerId: string): boolean {
  const rules = rulesOf(world.plan, { operation: 'list', id: buyerId });
  return rules.some((rule) => isLately(world, rule, patienceMs(world, rule)));
}

/** By when a list is read again that is answered again. */
function patienceMs({ plan }: World, rule: AnswerRule): number {
  const { answer } = rule;
  const isAlone = !isForLists(rule);
  // A list that looked empty alone was believed.
  if (answer === 'empty' || (isAlone && hides(rule))) return turnMs(plan) + hour + fewTicks;
  return isAlone && (answer === 401 || answer === 403) ? day + 2 * hour : hour + fewTicks;
}

/** The longest time between two polls of a buyer. A shorter one takes effect with the next complete reading. */
export function turnMs({ configs }: World['plan']): number {
  return Math.max(...configs.map(({ watch }) => parseDuration(watch.allEvery)));
}

/** Whether some rows of a bridge failed in the last day: all are read once a day. */
export function failedRows(world: World, bridgeId: string, operation: Operation): boolean {
  return rulesOf(world.plan, { operation, id: bridgeId }).some((rule) => isLately(world, rule, 26 * hour));
}

/** The service itself fails, which is no answer about what was asked for. */
export function isOutage({ answer }: AnswerRule): boolean {
  return typeof answer === 'number' ? answer >= 500 : answer !== 'empty';
}

/**
 * Some lists have failed for less than it takes to tell them from an outage: more than half of the calls may fail. While
 * all lists fail, nothing tells them apart.
 */
export function mayLookLikeOutage(world: World): boolean {
  const { plan, scheduler } = world;
  const now = scheduler.now();
  const outages = plan.answers.filter((rule) => isForLists(rule) && isOutage(rule) && rule.until < now);
  const since = Math.max(peaceAfter(plan.ticks), ...outages.map(({ until }) => until));
  return listFailing(world).some(({ from }) => now < Math.max(from, since) + 2 * hour);
}

/** The rules by which some lists fail alone, or did so lately. */
export function listFailing(world: World): AnswerRule[] {
  return world.plan.answers.filter((rule) => {
    const isOfLists = rule.operations?.includes('list') ?? true;
    return isOfLists && isOutage(rule) && isLately(world, rule, 10 * minute);
  });
}

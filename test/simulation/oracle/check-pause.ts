import type { Instance } from '../world/instance.ts';
import { minute, peaceAfter } from '../world/plan/plan.ts';
import type { World } from '../world/world.ts';

/**
 * I13: summaries and refused buyers stop nobody else. Some list is always allowed here, so that the token is never to
 * blame: while faults are on, the answers that show it may be lost, but five buyers must have been refused. Once faults
 * have stopped, all but summaries is answered, except for a buyer about whom nothing ever is.
 */
export function checkPause(
  { oracle, plan, scheduler }: World,
  { name, stoodStill }: Instance,
  reason: 'failing' | 'rejected',
): void {
  const mayFail = plan.poisonBuyer !== null || scheduler.now() < peaceAfter(plan.ticks);
  if (reason === 'failing' && mayFail) return;
  const { lists } = plan.coincidence ?? {};
  // A process that stands still for minutes tells late of what it was answered.
  const isToldInTime = scheduler.now() < (lists?.until ?? 0) + (stoodStill ? 10 : 1) * minute;
  if (reason === 'rejected' && lists?.status === 401 && isToldInTime) return;
  const refused = plan.refusals.refused.filter(({ status }) => status === 403);
  if (reason === 'rejected' && refused.length >= 5 && scheduler.now() < peaceAfter(plan.ticks)) return;
  oracle.violate('I13', `${name} pauses everybody (${reason}), though other lists are allowed and answered`);
}

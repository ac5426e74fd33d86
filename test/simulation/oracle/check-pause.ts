import { minute, peaceAfter } from '../plan/plan.ts';
import type { Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';

/**
 * I13: summaries and refused buyers pause no other call. Here some list is always allowed, so the token is never bad.
 * During faults, the answers that prove this may be lost, but a pause still needs five refused buyers. After the faults,
 * every call except those for summaries and for a poisoned buyer is answered.
 */
export function checkPause(
  { oracle, plan, scheduler }: World,
  { name, stoodStill }: Instance,
  reason: 'failing' | 'rejected',
): void {
  const mayFail = plan.poisonBuyer !== null || scheduler.now() < peaceAfter(plan.ticks);
  if (reason === 'failing' && mayFail) return;
  const { lists } = plan.coincidence ?? {};
  // A process that was suspended for minutes reports its answers late.
  const isToldInTime = scheduler.now() < (lists?.until ?? 0) + (stoodStill ? 10 : 1) * minute;
  if (reason === 'rejected' && lists?.status === 401 && isToldInTime) return;
  const isCrowd = plan.refusals.refused.length >= 5;
  if (reason === 'rejected' && isCrowd && scheduler.now() < peaceAfter(plan.ticks)) return;
  oracle.violate(
    'I13',
    `${name} pauses all calls (${reason}), although other lists are allowed and answered`,
  );
}

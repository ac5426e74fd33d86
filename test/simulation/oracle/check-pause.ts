import { minute, peaceAfter } from '../world/plan.ts';
import type { Instance, World } from '../world/world.ts';

/**
 * I13: what becomes of summaries stops nobody else. No list is ever refused here, so that the token is never to blame;
 * and once faults have stopped all but summaries is answered, but for a buyer about whom nothing ever is.
 */
export function checkPause(
  { oracle, plan, scheduler }: World,
  { name }: Instance,
  reason: 'failing' | 'rejected',
): void {
  const mayFail = plan.poisonBuyer !== null || scheduler.now() < peaceAfter(plan.ticks);
  if (reason === 'failing' && mayFail) return;
  const { lists } = plan.coincidence ?? {};
  if (reason === 'rejected' && lists?.status === 401 && scheduler.now() < lists.until + minute) return;
  oracle.violate('I13', `${name} pauses everybody (${reason}), though only summaries are not to be had`);
}

import type { Roster } from '../../shared/domain/polling/roster.ts';
import { beginAnywhere } from './choose-due.ts';
import type { PlanPollsPorts } from './ports.ts';

/**
 * After a pause the first call finds out whether upstream answers again. A bridge that fails for good would say no at each
 * tick, for ever: so a list is asked for first, of another buyer each time. So would a list that fails for good: where no
 * buyer's last poll went well, the rows of a bridge are asked for before it. Answers why nobody is called further.
 */
export async function probeUpstream(
  ports: PlanPollsPorts,
  rosters: ReadonlyMap<string, Roster>,
  { isAsked, calm }: { readonly isAsked: (buyerId: string) => boolean; readonly calm: ReadonlySet<string> },
): Promise<string | null> {
  if (!(await ports.isProbeDue())) return null;
  const now = ports.clock.now();
  const watched = [...rosters.values()].flatMap(({ buyers }) => [...buyers.keys()]);
  const known = [...new Set([...ports.watch.buyers, ...watched])].filter(isAsked).sort();
  const answered = known.filter((buyerId) => calm.has(buyerId));
  const [buyerId] = beginAnywhere(answered.length > 0 ? answered : known, now);
  const [bridgeId] = beginAnywhere(ports.watch.bridges, now);
  if (buyerId === undefined) return null;
  try {
    if (answered.length === 0 && bridgeId !== undefined && (await asksRows(ports, bridgeId))) return null;
    await ports.askList(buyerId);
    return null;
  } catch (error) {
    if (ports.upstreamProblem(error) === null) throw error;
    return ports.pauseProblem();
  }
}

/** Whether a bridge answers. That it doesn't says nothing about the others, and is told when it is looked at. */
async function asksRows(ports: PlanPollsPorts, bridgeId: string): Promise<boolean> {
  try {
    await ports.askRows(bridgeId);
    return true;
  } catch (error) {
    if (ports.upstreamProblem(error) === null) throw error;
    return false;
  }
}

import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import { beginAnywhere } from './choose-due.ts';
import { pauseProblem } from './pause-problem.ts';
import type { TickPorts } from './ports.ts';
import { readAllRosters, withoutExcepted } from './read-candidates.ts';

/**
 * After a pause the first call probes whether upstream is back. A bridge may fail permanently, so the probe is a
 * buyer's list, another one each time. A list may fail permanently, too: if no buyer's last poll succeeded, the rows
 * of a bridge are requested first. Returns why upstream is still paused, or null.
 */
export async function probeUpstream(ports: TickPorts): Promise<string | null> {
  if (!(await ports.ledger.isProbeDue(ports.clock.now()))) return null;
  const now = ports.clock.now();
  const buyersOf = await readAllRosters(ports);
  const { restless, refused } = await ports.ledger.readRestless();
  const known = [...withoutExcepted(ports.watch, [ports.watch.buyers, ...buyersOf.values()])]
    .filter((buyerId) => !refused.has(buyerId))
    .sort();
  const answered = known.filter((buyerId) => !restless.has(buyerId));
  const [buyerId] = beginAnywhere(answered.length > 0 ? answered : known, now);
  const [bridgeId] = beginAnywhere(ports.watch.bridges, now);
  if (buyerId === undefined) return null;
  try {
    if (answered.length === 0 && bridgeId !== undefined && (await asksRows(ports, bridgeId))) return null;
    await ports.api.listBuyerSignals({ buyerId, pageSize: 1 }, { deadline: ports.deadline });
    return null;
  } catch (error) {
    if (upstreamProblem(error) === null) throw error;
    return pauseProblem(ports);
  }
}

/** Whether a bridge answers. A failure says nothing about other bridges, and is reported when its rows are read. */
async function asksRows(ports: TickPorts, bridgeId: string): Promise<boolean> {
  try {
    await ports.api.listBridgeRows({ bridgeId, pageSize: 1 }, { deadline: ports.deadline });
    return true;
  } catch (error) {
    if (upstreamProblem(error) === null) throw error;
    return false;
  }
}

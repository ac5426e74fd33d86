import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import { beginAnywhere } from './choose-announcers.ts';
import type { TickPorts } from './ports.ts';
import { listWatched } from './read-watched.ts';

/** Among so many buyers, one whose list can be read is looked for. */
const mostAsked = 20;

/**
 * After a pause the first call probes whether upstream is back. A bridge may fail permanently, so the probe is a
 * buyer's list, another one each time. A list may fail permanently, too: if no buyer's last poll succeeded, the rows
 * of a bridge are requested first. Returns why upstream is still paused, or null.
 */
export async function probeUpstream(ports: TickPorts): Promise<string | null> {
  const { ledger, watch, api, deadline } = ports;
  const now = ports.clock.now();
  if (!(await ledger.isProbeDue(now))) return null;
  const watched = [...(await listWatched(ports))].sort();
  let candidate: string | null = null;
  let hasAnswered = false;
  for (const buyerId of beginAnywhere(watched, now).slice(0, mostAsked)) {
    const { refusals, failingSince, lastCompleteAt } = await ledger.readBuyer(buyerId);
    hasAnswered = refusals === 0 && failingSince === null && lastCompleteAt !== null;
    if (hasAnswered || (candidate === null && refusals === 0)) candidate = buyerId;
    if (hasAnswered) break;
  }
  const [bridgeId] = beginAnywhere(watch.bridges, now);
  if (candidate === null) return null;
  try {
    if (!hasAnswered && bridgeId !== undefined && (await asksRows(ports, bridgeId))) return null;
    await api.listBuyerSignals({ buyerId: candidate, pageSize: 1 }, { deadline });
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

/** Why polling is paused; null if upstream may be called. */
export async function pauseProblem({
  ledger,
  clock,
}: Pick<TickPorts, 'ledger' | 'clock'>): Promise<string | null> {
  const pause = await ledger.readPause(clock.now());
  return pause && new UpstreamPausedError(pause.reason, pause.until).message;
}

import { inGroups } from '../../shared/domain/concurrency.ts';
import type { PollMessage } from '../../shared/domain/polling/poll-message.ts';
import type { PollPlan } from '../../shared/domain/polling/poll-plan.ts';
import { beginAnywhere, chooseAnnouncers } from './choose-announcers.ts';
import { type DueBuyers, findDue } from './find-due.ts';
import { gatherFromBridges } from './gather-from-bridges.ts';
import type { FailedBridge, PollTick, TickPorts } from './ports.ts';
import { probeUpstream } from './probe-upstream.ts';

export async function planPolls(ports: TickPorts, tick: PollTick): Promise<PlanPollsResult> {
  const { slot, dryRun } = tick;
  const { paused, isBack, news, asked } = await probeUpstream(ports, tick);
  const skip = async (skipped: string, failed: readonly FailedBridge[]): Promise<PlanPollsResult> => {
    ports.observe({ kind: 'polls-skipped', slot, problem: skipped });
    await ports.ledger.polls.noteTick(ports.clock.now(), { ...news, ...asked });
    return { slot, buyers: 0, messages: 0, skipped, failed };
  };
  if (paused !== null) return skip(paused, []);
  const now = ports.clock.now();
  const plan = afterReturn(await ports.ledger.polls.readPlan(), isBack);
  const announcers = chooseAnnouncers(plan, ports.watch, now);
  const knownReason = tick.due ? announcers.everyone : 'a run by hand polls every buyer';
  const learned = knownReason === null ? announcers.learned : [];
  const gathered = await gatherFromBridges(ports, plan, tick, { ...announcers, learned });
  const { marks, failed } = gathered;
  // Buyers that failed while the service was away are read at once.
  if (isBack) for (const buyerId of await ports.ledger.buyers.listFailing()) gathered.named.add(buyerId);
  const [problem] = failed;
  if (problem && !dryRun) {
    const trouble = { about: `bridge ${problem.bridgeId}`, problem: problem.problem };
    await ports.ledger.troubles.note({ routeId: null, kind: 'poll-failed', ...trouble });
  }
  if (gathered.paused !== null) return skip(gathered.paused, failed);
  const why = knownReason ?? gathered.everyone;
  const { named, others, ...read } = await findDue(ports, plan, gathered, {
    now,
    everyone: why !== null,
    dryRun,
  });
  const byHand = !tick.due;
  // A refusal may have been the service's.
  const evenResting = byHand || isBack;
  const messages = writeMessages({ named, others }, { slot, evenResting, byHand }, now, why);
  const buyerIds = messages.flatMap((message) => message.buyerIds);
  const everyone = why === null ? {} : { everyone: why };
  const planned = { slot, buyers: buyerIds.length, messages: messages.length, ...everyone };
  if (dryRun) return { ...planned, failed, buyerIds };
  const quietMs = Math.max(0, ports.clock.now() - (news.lastNewAt ?? news.since));
  await ports.queue('poll').send(messages);
  ports.observe({ kind: 'polls-planned', ...planned, quietMs });
  // The plan is stored last: a tick that crashes before proves nothing, and the next one repeats it completely.
  await ports.ledger.polls.savePlan({ marks, ...read });
  await ports.ledger.polls.noteTick(ports.clock.now(), buyerIds.length > 0 ? { ...news, ...asked } : news);
  return { ...planned, failed };
}

/** The rows that failed with the whole service say nothing of a bridge's order: they are looked at again. */
function afterReturn(plan: PollPlan, isBack: boolean): PollPlan {
  if (!isBack) return plan;
  const marks = new Map(plan.marks);
  for (const [id, mark] of marks)
    if (mark.failingSince !== null) marks.set(id, { ...mark, unsortedAt: null });
  return { ...plan, marks };
}

/** Few enough buyers share a message, and so an invocation, for the function's timeout. */
const buyersPerMessage = 10;

export function groupBuyers(buyerIds: readonly string[]): readonly string[][] {
  return inGroups(buyerIds, buyersPerMessage);
}

function writeMessages(
  due: Pick<DueBuyers, 'named' | 'others'>,
  tick: Pick<PollTick, 'slot'> & { readonly evenResting: boolean; readonly byHand: boolean },
  at: number,
  why: string | null,
): readonly PollMessage[] {
  const how = {
    slot: tick.slot,
    ...(tick.evenResting ? ({ evenResting: true } as const) : {}),
    ...(tick.byHand ? ({ byHand: true } as const) : {}),
  };
  const write = (buyerIds: readonly string[], because: PollMessage['because']): PollMessage[] =>
    groupBuyers(buyerIds).map((group) => ({ ...how, buyerIds: group, at, because }));
  const others = beginAnywhere(due.others, at);
  // The start is random: in a full queue, neither named buyers nor the others always come last.
  return beginAnywhere(
    [...write(due.named, 'named'), ...write(others, why === null ? 'due' : 'everyone')],
    at,
  );
}

export interface PlanPollsResult {
  readonly slot: string;
  readonly buyers: number;
  readonly messages: number;
  readonly everyone?: string;
  /** The tick polls no buyer, for this reason. The next one looks back as far as needed. */
  readonly skipped?: string;
  /** The bridges whose rows could not be read; their known buyers are still polled. */
  readonly failed: readonly FailedBridge[];
  /** Only a dry run, which reads no rows, lists them. */
  readonly buyerIds?: readonly string[];
}

import { chooseAnnouncers, chooseDue } from './choose-due.ts';
import { enrolListed } from './enrol-listed.ts';
import { gatherFromBridges } from './gather-from-bridges.ts';
import { pauseProblem } from './pause-problem.ts';
import type { FailedBridge, PlanPollsResult, PollTick, TickPorts } from './ports.ts';
import { readCandidates } from './read-candidates.ts';
import { writeMessages } from './write-messages.ts';

/** Finds the due buyers and queues them for polling. */
export async function planPolls(ports: TickPorts, tick: PollTick): Promise<PlanPollsResult> {
  const { slot, dryRun, allRows } = tick;
  const skip = (skipped: string, failed: readonly FailedBridge[]): PlanPollsResult => {
    ports.observe({ kind: 'polls-skipped', slot, problem: skipped });
    return { slot, buyers: 0, messages: 0, skipped, failed };
  };
  const skipped = dryRun ? null : await pauseProblem(ports);
  if (skipped !== null) return skip(skipped, []);
  const now = ports.clock.now();
  const plan = await ports.ledger.readPollPlan();
  const announcers = chooseAnnouncers(plan, ports.watch, now);
  const doubted = await ports.ledger.isTokenDoubted();
  const evenResting = doubted || !tick.due;
  const knownReason = whyEveryone(tick, doubted) ?? announcers.everyone;
  const { mostPages } = announcers;
  const learned = knownReason === null ? announcers.learned : [];
  const fresh = await enrolListed(ports, plan, tick);
  const gathered = await gatherFromBridges(ports, plan, { slot, learned, mostPages, allRows, dryRun });
  const { marks, failed } = gathered;
  if (gathered.paused !== null) return skip(gathered.paused, failed);
  const why = knownReason ?? gathered.everyone;
  const rules = { now, everyone: why !== null, evenResting };
  const candidates = await readCandidates(ports, plan, gathered, rules);
  const { turnsUntil } = plan;
  const named = new Set([...gathered.named, ...fresh]);
  const due = chooseDue(candidates, { ...rules, named, turnsUntil, allEveryMs: ports.watch.allEveryMs });
  const messages = writeMessages(due, { slot, doubted, ...rules });
  const buyerIds = [...due.called, ...due.turns, ...due.others, ...due.refused];
  const count = buyerIds.length;
  const everyone = why === null ? {} : { everyone: why };
  const result = { slot, buyers: count, messages: messages.length, ...everyone, failed };
  if (dryRun) return { ...result, buyerIds };
  const quietMs = await readQuiet(ports);
  await ports.queue('poll').send(messages);
  ports.observe({
    kind: 'polls-planned',
    slot,
    buyers: count,
    messages: messages.length,
    ...everyone,
    quietMs,
  });
  // Saved last: if a tick crashes before this, the next one repeats it completely.
  await ports.ledger.savePolled(now, marks, candidates.count);
  return result;
}

function whyEveryone({ due }: PollTick, doubted: boolean): string | null {
  if (!due) return 'a run by hand polls every buyer';
  return doubted ? 'buyers were refused, and no list has been allowed since' : null;
}

async function readQuiet({ clock, ledger }: TickPorts): Promise<number> {
  const { lastNewAt, since } = await ledger.openNews(clock.now());
  return Math.max(0, clock.now() - (lastNewAt ?? since));
}

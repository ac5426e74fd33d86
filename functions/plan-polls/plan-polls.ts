import type { Clock } from '../../shared/domain/clock.ts';
import type { Observe } from '../../shared/domain/observation.ts';

/** Finds the buyers that are due and hands them to the poll queue. */
export interface PlanPollsPorts {
  readonly clock: Clock;
  readonly observe: Observe;
  /** Throws when the message could not be sent: a buyer that is missed is covered by the next slot. */
  readonly sendPolls: (messages: readonly PollMessage[]) => Promise<void>;
  /** The buyers in the rows of a bridge, as far as they are known when the deadline comes. */
  readonly findBuyers: (bridgeId: string, deadline: number) => Promise<ReadonlySet<string>>;
  /** The buyers known from an earlier reading. */
  readonly knownBuyers: (bridgeId: string) => Promise<ReadonlySet<string>>;
  /** A safe sentence on what came from upstream; null for an error that is no fault of upstream's. */
  readonly upstreamProblem: (error: unknown) => string | null;
  /** When something new came last, or since when it is known that nothing did (milliseconds since the epoch). */
  readonly openNews: (now: number) => Promise<{ readonly lastNewAt: number | null; readonly since: number }>;
  /** Why nobody is to be polled now; null when upstream may be called. */
  readonly pauseProblem: () => Promise<string | null>;
  readonly watch: { readonly buyers: readonly string[]; readonly bridges: readonly string[] };
}

/** A message of the poll queue. */
export interface PollMessage {
  readonly slot: string;
  readonly buyerIds: readonly string[];
}

export interface PlanPollsResult {
  readonly slot: string;
  readonly buyers: number;
  readonly messages: number;
  /** Why this tick polls nobody: upstream is paused. The next one looks back as far as needed. */
  readonly skipped?: string;
  /** The bridges whose rows could not be read, each with why; their known buyers are polled all the same. */
  readonly failed: readonly { readonly bridgeId: string; readonly problem: string }[];
  /** Only for a dry run. */
  readonly buyerIds?: readonly string[];
}

/** Several buyers share a message and so an invocation; few enough that one fits into a function's time. */
const buyersPerMessage = 10;

export async function planPolls(
  ports: PlanPollsPorts,
  request: { readonly slot: string; readonly dryRun: boolean; readonly deadline: number },
): Promise<PlanPollsResult> {
  const failed: { bridgeId: string; problem: string }[] = [];
  const skip = (skipped: string): PlanPollsResult => {
    ports.observe({ kind: 'polls-skipped', slot: request.slot, problem: skipped });
    return { slot: request.slot, buyers: 0, messages: 0, skipped, failed };
  };
  const skipped = request.dryRun ? null : await ports.pauseProblem();
  if (skipped !== null) return skip(skipped);
  const due = new Set(ports.watch.buyers);
  for (const bridgeId of ports.watch.bridges) {
    for (const buyerId of await buyersOf(ports, bridgeId, request, failed)) due.add(buyerId);
    // A bridge that failed may have opened the breaker: the buyers would only meet the pause one by one.
    const paused = failed.length > 0 ? await ports.pauseProblem() : null;
    if (paused !== null) return skip(paused);
  }
  const buyerIds = [...due].sort();
  const messages: PollMessage[] = [];
  for (let at = 0; at < buyerIds.length; at += buyersPerMessage) {
    messages.push({ slot: request.slot, buyerIds: buyerIds.slice(at, at + buyersPerMessage) });
  }
  const result = { slot: request.slot, buyers: buyerIds.length, messages: messages.length, failed };
  if (request.dryRun) return { ...result, buyerIds };
  const quietMs = await readQuiet(ports);
  await ports.sendPolls(messages);
  ports.observe({
    kind: 'polls-planned',
    slot: request.slot,
    buyers: buyerIds.length,
    messages: messages.length,
    quietMs,
  });
  return result;
}

async function readQuiet({ clock, openNews }: PlanPollsPorts): Promise<number> {
  const { lastNewAt, since } = await openNews(clock.now());
  return Math.max(0, clock.now() - (lastNewAt ?? since));
}

async function buyersOf(
  ports: PlanPollsPorts,
  bridgeId: string,
  request: { readonly dryRun: boolean; readonly deadline: number },
  failed: { bridgeId: string; problem: string }[],
): Promise<ReadonlySet<string>> {
  if (request.dryRun) return ports.knownBuyers(bridgeId);
  try {
    return await ports.findBuyers(bridgeId, request.deadline);
  } catch (error) {
    const problem = ports.upstreamProblem(error);
    if (problem === null) throw error;
    failed.push({ bridgeId, problem });
    ports.observe({ kind: 'plan-failed', bridgeId, problem });
    return ports.knownBuyers(bridgeId);
  }
}

import { isTokenRejection } from '../../shared/domain/errors.ts';
import type { BridgeMark, PollPlan } from '../../shared/domain/polling/poll-plan.ts';
import type { Roster } from '../../shared/domain/polling/roster.ts';
import { beginAnywhere } from './choose-due.ts';
import type { BuyerFinder } from './find-buyers.ts';
import type { Look, LookProblem } from './look-at-rows.ts';
import type { FailedBridge, PlanPollsPorts } from './ports.ts';

export interface GatherRequest {
  readonly slot: string;
  /** Bridges to look at beside the watched ones. */
  readonly learned: readonly string[];
  readonly mostPages: number;
  /** Calls nobody, and gathers what is known. */
  readonly dryRun: boolean;
}

/** What the bridges say about who is watched and who is due. */
export interface Gathered {
  /** Everyone who is watched. */
  readonly buyers: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  /** Not to be polled for the first time yet: a bridge that can't be looked at may show them as newcomers. */
  readonly heldBack: ReadonlySet<string>;
  readonly marks: readonly BridgeMark[];
  readonly failed: readonly FailedBridge[];
  /** Why the rows don't tell who is due; null when they do. */
  readonly everyone: string | null;
  /** Upstream was paused on the way. */
  readonly paused: string | null;
}

const problemWords: Readonly<Record<LookProblem, (bridgeId: string) => string>> = {
  'first-look': (id) => `the rows of bridge ${id} are looked at for the first time`,
  unsorted: (id) => `the rows of bridge ${id} do not tell what changed`,
  failed: (id) => `the newest rows of bridge ${id} could not be read`,
  'too-many': (id) => `more rows of bridge ${id} changed than are read`,
};

/** Looks at the rows of each bridge in turn. Only a watched bridge widens who is watched. */
export async function gatherFromBridges(
  ports: PlanPollsPorts,
  { marks: known, calm, refused }: Pick<PollPlan, 'marks' | 'calm' | 'refused'>,
  { slot, learned, mostPages, dryRun }: GatherRequest,
): Promise<Gathered> {
  const { watch } = ports;
  const excepted = new Set(watch.except?.buyers);
  const buyers = new Set<string>();
  const named = new Set<string>();
  let heldBack: ReadonlySet<string> = new Set();
  const marks: BridgeMark[] = [];
  const failed: FailedBridge[] = [];
  let everyone: string | null = null;
  const gathered = (paused: string | null): Gathered => ({
    ...{ buyers, named, heldBack, marks, failed, everyone, paused },
  });
  const enrol = (buyerIds: Iterable<string>): void => {
    for (const buyerId of buyerIds) if (!excepted.has(buyerId)) buyers.add(buyerId);
  };
  const take = (look: Look): void => {
    for (const buyerId of look.named) named.add(buyerId);
    marks.push(look.mark);
    if (look.problem !== null) everyone ??= problemWords[look.problem](look.mark.bridgeId);
  };
  /** Tells what failed of a bridge, as `work` answers it or throws it. `paused`: every later call would meet the pause. */
  const attempt = async (
    bridgeId: string,
    work: () => Promise<unknown>,
  ): Promise<{ readonly isDone: boolean; readonly paused: string | null }> => {
    const error = (await work().catch((thrown: unknown) => thrown)) ?? null;
    if (error === null) return { isDone: true, paused: null };
    const problem = ports.upstreamProblem(error);
    if (problem === null) throw error;
    failed.push({ bridgeId, problem });
    const tokenRejected = isTokenRejection(error);
    ports.observe({ kind: 'plan-failed', slot, bridgeId, problem, tokenRejected });
    everyone ??= `bridge ${bridgeId} could not be read`;
    return { isDone: false, paused: await ports.pauseProblem() };
  };
  const markOf = (bridgeId: string): BridgeMark => known.get(bridgeId) ?? noMark(bridgeId);

  enrol(watch.buyers);
  const rosters = await readRosters(ports);
  if (dryRun) {
    for (const { buyers: earlier } of rosters.values()) enrol(earlier.keys());
    return gathered(null);
  }
  const isAsked = (buyerId: string): boolean => !excepted.has(buyerId) && !refused.has(buyerId);
  const paused = await probe(ports, rosters, { isAsked, calm });
  if (paused !== null) return gathered(paused);
  const configured = new Set(watch.buyers);
  // That another bridge knows it says nothing: its first reading may have met the buyer before this bridge could.
  const mayBeNewcomer = (buyerId: string): boolean => !configured.has(buyerId) && !excepted.has(buyerId);
  const finders = new Map<string, BuyerFinder>();
  for (const [bridgeId, roster] of rosters) {
    const finder = ports.findBuyers(markOf(bridgeId), roster, { mostPages, mayBeNewcomer });
    const { isDone, paused } = await attempt(bridgeId, finder.look);
    if (paused !== null) return gathered(paused);
    if (isDone) finders.set(bridgeId, finder);
    else enrol(roster.buyers.keys());
  }
  for (const bridgeId of beginAnywhere(learned, ports.clock.now())) {
    const { paused } = await attempt(bridgeId, async () => {
      const look = await ports.lookAtRows(markOf(bridgeId), mostPages);
      take(look);
      return look.failure;
    });
    if (paused !== null) return gathered(paused);
  }
  // Last, since it can take all the time that is left.
  for (const [bridgeId, { readThrough, found }] of finders) {
    const { paused } = await attempt(bridgeId, readThrough);
    if (paused !== null) return gathered(paused);
    const { buyerIds, look } = found();
    enrol(buyerIds);
    take(look);
  }
  heldBack = chooseHeldBack(rosters, finders, { configured, now: ports.clock.now() });
  return gathered(null);
}

/**
 * After a pause the first call finds out whether upstream answers again. A bridge that fails for good would say no at each
 * tick, for ever: so a list is asked for first, of another buyer each time. So would a list that fails for good: where no
 * buyer's last poll went well, the rows of a bridge are asked for before it. Answers why nobody is called further.
 */
async function probe(
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

/** A look that fails for longer counts as no passing failure: see `isLastingFailure`. */
const justReadMs = 70 * 60_000;

/**
 * The buyers that a first reading met, while another bridge that was read through can't be looked at. One of them may be
 * a newcomer there, and its first scan would be taken for a first run.
 */
function chooseHeldBack(
  rosters: ReadonlyMap<string, Roster>,
  finders: ReadonlyMap<string, BuyerFinder>,
  { configured, now }: { readonly configured: ReadonlySet<string>; readonly now: number },
): ReadonlySet<string> {
  const held = new Set<string>();
  const free = new Set(configured);
  const failing = [...rosters].flatMap(([bridgeId, { firstFullAt }]) => {
    const finder = finders.get(bridgeId);
    const isFailing = finder === undefined || finder.found().look.problem === 'failed';
    return firstFullAt !== null && isFailing ? [bridgeId] : [];
  });
  for (const [bridgeId, { firstFullAt, buyers }] of rosters) {
    const isJustRead = firstFullAt === null || now - firstFullAt < justReadMs;
    const hides = isJustRead && failing.some((other) => other !== bridgeId);
    for (const buyerId of finders.get(bridgeId)?.found().buyerIds ?? buyers.keys()) {
      (hides ? held : free).add(buyerId);
    }
  }
  return new Set([...held].filter((buyerId) => !free.has(buyerId)));
}

/** Never the same one first: a bridge that is slow, or fails, can take the time of those that follow. */
async function readRosters({ clock, watch, readRoster }: PlanPollsPorts): Promise<Map<string, Roster>> {
  const rosters = new Map<string, Roster>();
  for (const bridgeId of beginAnywhere(watch.bridges, clock.now())) {
    rosters.set(bridgeId, await readRoster(bridgeId));
  }
  return rosters;
}

function noMark(bridgeId: string): BridgeMark {
  return {
    bridgeId,
    seenAt: null,
    lookedAt: null,
    newestRowAt: null,
    newestSeenAt: null,
    unsortedAt: null,
    failingSince: null,
  };
}

import { isTurn, type PollPlan, type Restless, turnRanges } from '../../shared/domain/polling/poll-plan.ts';
import { isResting } from '../../shared/domain/polling/refusal.ts';
import { chooseHeldBack } from './choose-held-back.ts';
import type { Gathered } from './gathering.ts';
import type { TickPorts } from './ports.ts';

/** The buyers to choose the due ones from. */
export interface Candidates extends Restless {
  /** All watched buyers that may be due. */
  readonly buyers: ReadonlySet<string>;
  /** The number of all watched buyers; null if not all of them were read. */
  readonly count: number | null;
}

export interface CandidateRequest {
  readonly everyone: boolean;
  readonly evenResting: boolean;
  readonly now: number;
}

/** More buyers cost less by reading the whole roster than by an item for each. */
const mostAsked = 100;

/** In both cases the buyers are read before the marks, so that no buyer seems calm whose mark is only just written. */
export function readCandidates(
  ports: TickPorts,
  plan: Pick<PollPlan, 'turnsUntil'>,
  gathered: Gathered,
  request: CandidateRequest,
): Promise<Candidates> {
  return request.everyone ? readEveryone(ports, gathered) : readDue(ports, plan, gathered, request);
}

/** Without buyers whose first scan is held back: it decides their baseline. */
async function readEveryone(ports: TickPorts, { rosters, unseen }: Gathered): Promise<Candidates> {
  const { watch, clock } = ports;
  const buyersOf = await readAllRosters(ports);
  const marks = await ports.ledger.readRestless();
  const buyers = withoutExcepted(watch, [...buyersOf.values(), watch.buyers]);
  const held = chooseHeldBack(rosters, buyersOf, { configured: watch.buyers, unseen, now: clock.now() });
  const count = buyers.size;
  for (const buyerId of held) if (marks.restless.has(buyerId)) buyers.delete(buyerId);
  return { buyers, count, ...marks };
}

/** The buyers of each watched bridge that earlier ticks, or this one, found. */
export async function readAllRosters({ watch, ledger }: TickPorts): Promise<Map<string, readonly string[]>> {
  const buyersOf = new Map<string, readonly string[]>();
  for (const bridgeId of watch.bridges) {
    buyersOf.set(bridgeId, [...(await ledger.readRosterBuyers(bridgeId)).keys()]);
  }
  return buyersOf;
}

/** Reads no more than those who may be due: nothing here grows with the number of watched buyers. */
async function readDue(
  ports: TickPorts,
  { turnsUntil }: Pick<PollPlan, 'turnsUntil'>,
  { named, met }: Gathered,
  { evenResting, now }: CandidateRequest,
): Promise<Candidates> {
  const { watch } = ports;
  const turns = await readTurns(ports, turnsUntil ?? 0, now);
  const marks = await ports.ledger.readRestless();
  const buyers = withoutExcepted(watch, [watch.buyers, met, ...turns]);
  const isRefused = (buyerId: string): boolean =>
    !evenResting && isResting(marks.refused.get(buyerId) ?? null, now);
  const open = [...withoutExcepted(watch, [named, marks.restless])].filter(
    (buyerId) => !buyers.has(buyerId) && !isRefused(buyerId),
  );
  for (const bridgeId of watch.bridges) {
    for (const buyerId of await findAmong(ports, bridgeId, open)) buyers.add(buyerId);
  }
  return { buyers, count: null, ...marks };
}

async function readTurns(
  { watch, ledger }: TickPorts,
  from: number,
  to: number,
): Promise<readonly (readonly string[])[]> {
  const ranges = turnRanges(from, to, watch.allEveryMs);
  const found: (readonly string[])[] = [];
  for (const bridgeId of watch.bridges) {
    if (ranges !== null) found.push(await ledger.readTurns(bridgeId, ranges));
    else found.push([...(await ledger.readRosterBuyers(bridgeId)).keys()].filter(hasTurn));
  }
  return found;

  function hasTurn(buyerId: string): boolean {
    return isTurn(buyerId, from, to, watch.allEveryMs);
  }
}

async function findAmong(
  { ledger }: TickPorts,
  bridgeId: string,
  buyerIds: readonly string[],
): Promise<readonly string[]> {
  if (buyerIds.length <= mostAsked) return ledger.findInRoster(bridgeId, buyerIds);
  const known = await ledger.readRosterBuyers(bridgeId);
  return buyerIds.filter((buyerId) => known.has(buyerId));
}

/** The buyers of some groups, each once, except those that the config leaves out. */
export function withoutExcepted(
  { except }: TickPorts['watch'],
  groups: readonly Iterable<string>[],
): Set<string> {
  const buyers = new Set<string>();
  for (const group of groups) for (const buyerId of group) buyers.add(buyerId);
  for (const buyerId of except?.buyers ?? []) buyers.delete(buyerId);
  return buyers;
}

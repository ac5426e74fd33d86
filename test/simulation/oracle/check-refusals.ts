import type { Lane } from '../../../shared/domain/upstream/breaker.ts';
import type { Instance } from '../world/instance.ts';
import { hour, minute } from '../world/plan/plan.ts';
import { lastRefusedAt, refusalAt } from '../world/plan/plan-refusals.ts';
import type { World } from '../world/world.ts';
import { isWatched } from './check-bridges.ts';

/** Before it is tried again: after the first refusal, the second, and each one from the third on. */
const rests = [hour, 6 * hour, 24 * hour];
/** A call is repeated with the token read again, and a scan asks in two orders. */
const oneTry = 10 * minute;
/** The messages of a tick that doubts the token come late, or twice, within this time. */
const oneDoubt = 30 * minute;
/** A message of a tick by hand, which tries everybody, comes again until then; a person may send it once more. */
const byHandUntil = 4 * hour;

/** I13: a buyer that is refused is tried no more often than once an hour, six hours and a day. */
export function checkListRequest(world: World, url: URL): void {
  const { oracle, scheduler } = world;
  const buyerId = url.searchParams.get('buyerId') ?? '';
  const { refusals } = oracle.memory;
  const now = scheduler.now();
  refusals.lastAsked.set(buyerId, now);
  // A list that begins to be refused behind its first page was shown: its buyer does not rest yet.
  const isTry = (url.searchParams.get('pageNumber') ?? '1') === '1';
  if (!isTry || !isJudged(world, buyerId)) return;
  const tries = refusals.tries.get(buyerId) ?? [];
  const last = tries.at(-1);
  if (last !== undefined && now - last < oneTry) return;
  const rest = (rests[Math.min(tries.length, rests.length) - 1] ?? 0) - slackOf(world);
  const isRested = last === undefined || now - last >= rest;
  // Such a try ends no rest and begins none. The first try that is judged may be one: the refusal before it was not seen.
  if ((!isRested || last === undefined) && mayDoubtToken(world, buyerId)) {
    const doubts = refusals.doubted.get(buyerId) ?? [];
    if (!isWithinDoubt(doubts, now)) refusals.doubted.set(buyerId, [...doubts, now]);
    return;
  }
  refusals.tries.set(buyerId, [...tries, now]);
  if (isRested) return;
  oracle.violate('I13', `${buyerId} is refused and was tried again after ${tell(now - last)}`);
}

/** It is told once a day, however often it is tried; a message that came twice at once may tell it twice. */
export function checkRefusalTold(world: World, { buyerId }: { readonly buyerId: string }): void {
  const { oracle, scheduler } = world;
  const now = scheduler.now();
  if (!isJudged(world, buyerId)) return;
  const { told } = oracle.memory.refusals;
  const last = told.get(buyerId);
  told.set(buyerId, now);
  if (last === undefined || now - last < oneTry || now - last > 22 * hour) return;
  if (mayDoubtToken(world, buyerId)) return;
  oracle.violate('I13', `${buyerId} is refused, which is told again after ${tell(now - last)}`);
}

/** I16: who was refused for a while is asked again within a day of being allowed, and a tick. */
export function checkAskedAgain(world: World): void {
  const { oracle, plan, scheduler } = world;
  for (const { buyerId, from, until } of plan.refusals.refused) {
    if (!isWatched(world, buyerId)) continue;
    if (until === null || until < from || scheduler.now() < until + 54 * hour) continue;
    const asked = oracle.memory.refusals.lastAsked.get(buyerId);
    if (asked !== undefined && asked < until)
      oracle.violate('I16', `${buyerId} is allowed again, and was not asked`);
  }
}

/**
 * I18: no call for a list or for rows is held up by what becomes of summaries or ranks. The 429 that those calls meet
 * themselves ask for two seconds at most, and the slowest rate is one call in five.
 */
export function checkHoldUp(
  { oracle, plan }: World,
  { name, now }: Instance,
  lane: Lane,
  { moments, askAgainAt }: { readonly moments: readonly number[]; readonly askAgainAt: number | null },
): void {
  const at = moments[0] ?? askAgainAt;
  if (lane !== 'lists' || name === 'fetch-summaries' || at === null || at === undefined) return;
  // Its clock may have been set right since it was answered.
  if (plan.reading.fastClock?.name === name) return;
  const heldMs = at - now();
  if (heldMs <= 15_000 + 2 * plan.skewMs) return;
  oracle.violate('I18', `a call of ${name} is held up for ${Math.round(heldMs / 1_000)} s`);
}

/** Whether a buyer's refusal may keep what it lists from being recorded up to now. */
export function isHeldByRefusal({ plan, scheduler }: World, buyerId: string): boolean {
  const refusedAt = lastRefusedAt(plan.refusals, buyerId, scheduler.now());
  return refusedAt !== null && scheduler.now() - refusedAt < 26 * hour;
}

/**
 * Where nobody else was asked, five refused buyers may mean the token: then they are tried once more, with all. What
 * counts as a first doubt here may have been the first try, so that there are two at most.
 */
function mayDoubtToken({ plan, oracle, scheduler }: World, buyerId: string): boolean {
  const doubts = oracle.memory.refusals.doubted.get(buyerId) ?? [];
  const isLeft = doubts.length < 2 || isWithinDoubt(doubts, scheduler.now());
  return plan.refusals.refused.length >= 5 && isLeft;
}

function isWithinDoubt(doubts: readonly number[], now: number): boolean {
  const last = doubts.at(-1);
  return last !== undefined && now - last < oneDoubt;
}

/** Only what is refused and nothing else, once the outside is at peace, and without a person. */
function isJudged(world: World, buyerId: string): boolean {
  const { plan, scheduler, recovering } = world;
  const isRefused = refusalAt(plan.refusals, buyerId, scheduler.now()) !== null;
  return recovering && isRefused && buyerId !== plan.poisonBuyer && !isByHand(world);
}

function isByHand({ plan, scheduler }: World): boolean {
  const last = Math.max(
    Number.NEGATIVE_INFINITY,
    ...plan.ticks.flatMap(({ slot, byHand, operator }) =>
      byHand || operator === 'redrive-letters' ? [slot] : [],
    ),
  );
  return scheduler.now() - last < byHandUntil;
}

/** Clocks differ by twice their skew. */
function slackOf({ plan }: World): number {
  return 2 * plan.skewMs + 2 * minute;
}

function tell(ms: number): string {
  return `${Math.round(ms / minute)} minutes`;
}

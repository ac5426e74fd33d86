import type { Lane } from '../../../shared/domain/lane.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import { type AnswerRule, hides, isForLists, ruleAt } from '../parts/answer-rules.ts';
import { type Instance, readsValues } from '../parts/instance.ts';
import type { Try } from '../parts/memory.ts';
import { hour, minute, peaceAfter } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { isVanished } from '../upstream/odd-bridges.ts';
import { isWatched } from './check-bridges.ts';
import { inMinutes } from './look-up.ts';
import { isLately, isOutage, listFailing, mayLookLikeOutage } from './what-fails.ts';

/** The rest after the first denial that concludes something, the second, and each further one. */
const rests = [hour, 6 * hour, 24 * hour];
/** A call is repeated after the token was read again, and a scan uses two orders. */
const oneTry = 10 * minute;
/** A tick by hand tries every buyer. Its messages may be repeated within this time, also by an operator. */
const byHandUntil = 4 * hour;

/** I13: a refused buyer is retried only after one hour, six hours, and then once a day. */
export function checkListRequest(world: World, instance: Instance, url: URL): void {
  const { oracle, scheduler, plan } = world;
  const buyerId = url.searchParams.get('buyerId') ?? '';
  const { shownAt, askedInVain, refusals } = oracle.memory;
  const now = scheduler.now();
  refusals.lastAsked.set(buyerId, now);
  if (now - (askedInVain.at(-1) ?? 0) > oneTry) askedInVain.push(now);
  // A list that is refused after its first page was partly shown, so its buyer does not rest yet.
  const isTry = (url.searchParams.get('pageNumber') ?? '1') === '1';
  const rule = ruleForList(world, buyerId);
  // As the control list it concludes nothing, and its rest may begin anew.
  if (!url.searchParams.has('pageNumber') && !isJudged(world, rule))
    refusals.tries.get(buyerId)?.push({ at: now, concludes: false, isOnceMore: true });
  // A reading of awaited values neither ends a rest nor begins one.
  // A tick asks for it as for any list that may tell whether the service shows one.
  if (instance.name === 'plan-polls' || !isTry || readsValues(instance)) return;
  // A denial concludes nothing again behind a list that was shown, or a 404 that counts as an empty one.
  if (rule === undefined || hides(rule)) refusals.tries.delete(buyerId);
  const tries = refusals.tries.get(buyerId) ?? [];
  // A buyer that was denied alone may be concluded as refused while all are.
  const isWide = tries.length > 0 && rule?.ids === undefined && rule?.answer === 403;
  if (!isJudged(world, rule) && !isWide) return;
  // A crash may yet keep it from storing the refusal.
  if (instance.beganAt < peaceAfter(world.plan.ticks)) return;
  const last = tries.at(-1) ?? { at: now };
  if (tries.length > 0 && now - last.at < oneTry) return;
  // It is refused alone if a list was shown since the last denial. That is stored within a minute, and once a minute.
  const concludes = shownAt.some((at) => at > last.at + minute && at < now - minute);
  // A list that is shown after an outage has it tried once more.
  const wasOut = plan.answers.some((one) => isForLists(one) && isLately(world, one, now - last.at));
  refusals.tries.set(buyerId, [...tries, { at: now, concludes, isOnceMore: wasOut && tries.length > 0 }]);
  if (now >= leastEndOf(tries, slackOf(world)) || wasOut) return;
  oracle.violate('I13', `${buyerId} is refused and was tried again after ${inMinutes(now - last.at)}`);
}

/**
 * When the rest after the last of these tries is over at the earliest. A try once more neither begins a rest nor extends
 * one that it falls into. Where it fell into none, it began its own.
 */
function leastEndOf(tries: readonly Try[], slackMs: number): number {
  const last = tries.at(-1)?.at ?? 0;
  const isSure = ({ isOnceMore }: Try): boolean => !isOnceMore;
  const mayHaveBegun = tries.slice(tries.findLastIndex(isSure));
  const ends = mayHaveBegun.map((one) => {
    const concluded = tries.filter((other) => other.concludes && (isSure(other) || other === one)).length;
    const possible = concluded === 0 ? [0, ...rests] : rests.slice(Math.min(concluded, rests.length) - 1);
    // The refusal came within the time of a try, and the rest was not over at the last one.
    const rest = possible.find((ms) => one.at + ms > last - oneTry - slackMs);
    return rest === undefined ? Number.POSITIVE_INFINITY : one.at + rest;
  });
  return ends.length === 0 ? 0 : Math.min(...ends) - slackMs;
}

/** A refusal is reported once a day, however often the buyer is tried. A repeated message may report it twice. */
export function checkRefusalTold(
  world: World,
  { buyerId, nextTryAt }: { readonly buyerId: string; readonly nextTryAt?: string | undefined },
): void {
  const { oracle, scheduler } = world;
  const now = scheduler.now();
  const { told } = oracle.memory.refusals;
  // Behind another failure, or an answer such as a 404 of the whole service, a refusal is news again.
  if (nextTryAt === undefined) told.delete(buyerId);
  if (nextTryAt === undefined || !isJudged(world, ruleForList(world, buyerId))) return;
  const last = told.get(buyerId);
  told.set(buyerId, now);
  if (last === undefined || now - last < oneTry || now - last > 22 * hour) return;
  oracle.violate('I13', `${buyerId} is refused, which is reported again after ${inMinutes(now - last)}`);
}

/** I16: a buyer that is allowed again is read within a day and a tick. */
export function checkAskedAgain(world: World): void {
  const { oracle, plan, scheduler } = world;
  for (const { ids = [], until } of plan.answers) {
    if (scheduler.now() < until + 54 * hour) continue;
    for (const buyerId of ids.filter((id) => isWatched(world, id))) {
      const asked = oracle.memory.refusals.lastAsked.get(buyerId);
      if (asked !== undefined && asked < until)
        oracle.violate('I16', `${buyerId} is allowed again, and was not read`);
    }
  }
}

/**
 * I18: failures of summaries or ranks delay no call for a list or for rows. A 429 for a list or for rows asks for two
 * seconds at most, and the slowest rate is one call in five seconds.
 */
export function checkHoldUp(
  { oracle, plan }: World,
  { name, now }: Instance,
  lane: Lane,
  { moments, askAgainAt }: { readonly moments: readonly number[]; readonly askAgainAt: number | null },
): void {
  const at = moments[0] ?? askAgainAt;
  if (lane !== 'lists' || name === 'fetch-summaries' || at === null || at === undefined) return;
  // Its clock may have been corrected since the answer.
  if (plan.reading.fastClock?.name === name) return;
  const heldMs = at - now();
  if (heldMs <= 15_000 + 2 * plan.skewMs) return;
  oracle.violate('I18', `a call of ${name} is delayed by ${Math.round(heldMs / 1_000)} s`);
}

/** Checks refused buyers only, after the faults, and only without a recent action of an operator. */
function isJudged(world: World, rule: AnswerRule | undefined): boolean {
  return world.recovering && rule?.ids !== undefined && rule.answer === 403 && !isByHand(world);
}

function ruleForList({ plan, scheduler }: World, buyerId: string): AnswerRule | undefined {
  return ruleAt(plan, { operation: 'list', id: buyerId }, scheduler.now());
}

function isByHand({ plan, scheduler, oracle }: World): boolean {
  const last = Math.max(
    oracle.memory.askedByHandAt ?? 0,
    ...plan.ticks.flatMap(({ slot, byHand, operator }) =>
      byHand || operator === 'redrive-letters' ? [slot] : [],
    ),
  );
  return scheduler.now() - last < byHandUntil;
}

/** Two clocks differ by at most twice the skew. */
function slackOf({ plan }: World): number {
  return 2 * plan.skewMs + 2 * minute;
}

/**
 * I13: only what all lists are answered pauses them, and no part of the service that fails alone. During faults, more than
 * half of the calls may fail by chance, and the answers that prove a token may be lost, but a rejection still needs five
 * refused buyers.
 */
export function checkPause(
  world: World,
  { name, stoodStill }: Instance,
  reason: 'failing' | 'rejected',
): void {
  const { oracle, plan, scheduler } = world;
  // A process that was suspended for minutes reports its answers late.
  const wide = plan.answers.filter(
    (rule) => isForLists(rule) && isLately(world, rule, (stoodStill ? 10 : 1) * minute),
  );
  const peaceAt = peaceAfter(plan.ticks);
  const isFaulty = scheduler.now() < peaceAt;
  const known = [...world.table.all()].filter(({ pk, sk }) => pk.startsWith('B#') && sk === 'META');
  // While calls are paused no row shows others, so the only one that is known speaks for nobody else.
  const isAway = known.length > 1 && !known.some((item) => isShown(world, item));
  const isFirst = listFailing(world).length > 0 && known.some((item) => isFirstFailure(world, item));
  const isLikeOutage = wide.some(isOutage) || mayLookLikeOutage(world) || isFirst;
  if (reason === 'failing' && (isFaulty || isAway || isLikeOutage)) return;
  const isCrowd = plan.answers.some(({ answer, ids = [] }) => answer === 403 && ids.length >= 5);
  if (reason === 'rejected' && (isRejected(world, wide, known) || (isCrowd && isFaulty))) return;
  oracle.violate(
    'I13',
    `${name} pauses all calls (${reason}), although other lists are allowed and answered`,
  );
}

/** Whether a list that was asked for just now was not known to fail. Each that fails for good may speak for all once. */
function isFirstFailure({ plan, scheduler, oracle }: World, { pk, failingSince }: Item): boolean {
  const justNow = scheduler.now() - 2 * minute - 2 * plan.skewMs;
  const askedAt = oracle.memory.refusals.lastAsked.get(pk.slice('B#'.length)) ?? 0;
  return askedAt > justNow && (failingSince === undefined || Number(failingSince) > justNow);
}

/** Whether no list proves the token: all are rejected, or each that is known. */
function isRejected(
  { plan, scheduler }: World,
  wide: readonly AnswerRule[],
  known: readonly Item[],
): boolean {
  const isProof = ({ pk }: Item): boolean =>
    ruleAt(plan, { operation: 'list', id: pk.slice(2) }, scheduler.now())?.answer !== 401;
  return wide.some(({ answer }) => answer === 401) || !known.some(isProof);
}

/** Whether a buyer's list is answered with signals, or as an empty one. */
function isShown({ plan, scheduler }: World, { pk }: Item): boolean {
  const id = pk.slice('B#'.length);
  const now = scheduler.now();
  const { answer = 'empty' } = ruleAt(plan, { operation: 'list', id }, now) ?? {};
  return answer === 'empty' && !isVanished(plan.bridgeOddities, id, now);
}

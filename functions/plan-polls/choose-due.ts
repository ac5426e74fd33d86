import { isLeftOut, sentBridgesOf, type WatchedBridges } from '../../shared/domain/polling/left-out.ts';
import { isHeard, isTurn, type PollPlan } from '../../shared/domain/polling/poll-plan.ts';
import { isResting } from '../../shared/domain/polling/refusal.ts';
import type { Candidates } from './read-candidates.ts';

export interface DueRules {
  readonly now: number;
  readonly turnsUntil: number | null;
  readonly allEveryMs: number;
  /** Buyers that changed rows name. */
  readonly named: ReadonlySet<string>;
  readonly everyone: boolean;
  /** Includes buyers that rest after a refusal. A row alone does not wake one: it would be refused at each tick. */
  readonly evenResting: boolean;
}

export interface DueBuyers {
  /** Named by a row, or without a complete scan. */
  readonly called: readonly string[];
  /** Their turn came; no row named them. */
  readonly turns: readonly string[];
  /** Due only because every buyer is. */
  readonly others: readonly string[];
  /** Retried after a refusal. They come last, so that a list allowed before them proves the token. */
  readonly refused: readonly string[];
}

/**
 * The buyers to poll at a tick, in the order of their ids, from another start each time. With a fixed order the same
 * buyers would always come last, and be cut off whenever the buyers before them cause a pause.
 */
export function chooseDue(
  { buyers, restless, refused }: Candidates,
  { now, turnsUntil, allEveryMs, named, everyone, evenResting }: DueRules,
): DueBuyers {
  const called: string[] = [];
  const turns: string[] = [];
  const others: string[] = [];
  const tried: string[] = [];
  for (const buyerId of beginAnywhere([...buyers].sort(), now)) {
    const refusal = refused.get(buyerId) ?? null;
    if (refusal !== null && (evenResting || !isResting(refusal, now))) tried.push(buyerId);
    else if (refusal !== null) continue;
    else if (named.has(buyerId) || restless.has(buyerId)) called.push(buyerId);
    else if (isTurn(buyerId, turnsUntil ?? 0, now, allEveryMs)) turns.push(buyerId);
    else if (everyone) others.push(buyerId);
  }
  return { called, turns, others, refused: tried };
}

/** Consecutive ticks start far apart: the minutes alone could always give the same start for some number of buyers. */
export function beginAnywhere(ids: readonly string[], now: number): readonly string[] {
  const minutes = Math.floor(now / 60_000);
  const start = (Math.imul(minutes, 0x9e3779b1) >>> 0) % Math.max(1, ids.length);
  return [...ids.slice(start), ...ids.slice(0, start)];
}

const mostBridges = 50;
const mostPages = 10;

export interface Announcers {
  /** Bridges that are not watched, but that signals came from. */
  readonly learned: readonly string[];
  /** The most pages to read of each bridge's changed rows. */
  readonly mostPages: number;
  /** Why every buyer is due, whatever the rows say; null if the rows decide. */
  readonly everyone: string | null;
}

/** The bridges whose rows announce signals, and whether to trust them. */
export function chooseAnnouncers(
  plan: PollPlan,
  watch: WatchedBridges & {
    readonly buyers: readonly string[];
    readonly everyMs: number;
    readonly allEveryMs: number;
  },
  now: number,
): Announcers {
  const watched = new Set(watch.bridges);
  const sent = sentBridgesOf(watch);
  const learned = [...plan.marks.values()]
    .filter((mark) => !watched.has(mark.bridgeId) && !isLeftOut(sent, mark.bridgeId) && isHeard(mark, now))
    .map(({ bridgeId }) => bridgeId);
  const bridges = watched.size + learned.length;
  const buyers = Math.max(watch.buyers.length, plan.buyers ?? 0);
  return {
    learned,
    // Reading rows must cost at most half of polling every buyer.
    mostPages: Math.max(1, Math.min(mostPages, Math.floor(buyers / bridges / 2))),
    everyone: whyEveryone(),
  };

  function whyEveryone(): string | null {
    if (watch.allEveryMs <= watch.everyMs) return 'watch.allEvery is no longer than watch.every';
    if (plan.turnsUntil === null) return 'no earlier tick is known';
    if (plan.distrust !== null && now < plan.distrust.until)
      return 'a signal arrived that no changed row pointed to';
    if (bridges === 0) return 'no bridge with signals is known yet';
    if (bridges > mostBridges) return `signals come from more than ${mostBridges} bridges`;
    return bridges > buyers ? 'there are more bridges than buyers' : null;
  }
}

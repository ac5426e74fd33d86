import { isHeard, isTurn, type PollPlan } from '../../shared/domain/polling/poll-plan.ts';
import { isResting } from '../../shared/domain/polling/refusal.ts';

export interface Candidates {
  /** Every buyer that is watched. */
  readonly buyers: ReadonlySet<string>;
  /** Named by rows that changed. */
  readonly named: ReadonlySet<string>;
  readonly everyone: boolean;
  /** Those that rest after a refusal, too. A row that names one is no reason: it would be refused at each tick. */
  readonly evenResting: boolean;
}

export interface DueBuyers {
  /** Named by a row, or never scanned to the end. */
  readonly called: readonly string[];
  /** Their turn came, although no row named them. */
  readonly turns: readonly string[];
  /** Due only because everyone is. */
  readonly others: readonly string[];
  /** Tried again after a refusal. They come last: a list that is allowed before shows that it is not the token. */
  readonly refused: readonly string[];
}

/**
 * Who is polled at a tick, in the order of their ids, beginning at another one each time: it would always be the same
 * ones at the end, and for those a message is cut short when the ones before them make everybody pause.
 */
export function chooseDue(
  { calm, turnsUntil, refused }: Pick<PollPlan, 'calm' | 'turnsUntil' | 'refused'>,
  { buyers, named, everyone, evenResting }: Candidates,
  { now, allEveryMs }: { readonly now: number; readonly allEveryMs: number },
): DueBuyers {
  const called: string[] = [];
  const turns: string[] = [];
  const others: string[] = [];
  const tried: string[] = [];
  for (const buyerId of beginAnywhere([...buyers].sort(), now)) {
    const refusal = refused.get(buyerId) ?? null;
    if (refusal !== null && (evenResting || !isResting(refusal, now))) tried.push(buyerId);
    else if (refusal !== null) continue;
    else if (named.has(buyerId) || !calm.has(buyerId)) called.push(buyerId);
    else if (isTurn(buyerId, turnsUntil ?? 0, now, allEveryMs)) turns.push(buyerId);
    else if (everyone) others.push(buyerId);
  }
  return { called, turns, others, refused: tried };
}

/** Far apart for ticks that are not: a count of minutes alone would fit too well with a number of buyers. */
export function beginAnywhere(ids: readonly string[], now: number): readonly string[] {
  const minutes = Math.floor(now / 60_000);
  const start = (Math.imul(minutes, 0x9e3779b1) >>> 0) % Math.max(1, ids.length);
  return [...ids.slice(start), ...ids.slice(0, start)];
}

const mostBridges = 50;
const mostPages = 10;

export interface Announcers {
  /** Not watched themselves, but signals came from them. */
  readonly learned: readonly string[];
  /** How many pages of each bridge's changed rows may be read. */
  readonly mostPages: number;
  /** Why everyone is due whatever the rows say; null when that is not so. */
  readonly everyone: string | null;
}

/** Which bridges' rows announce signals, and whether they are to be believed. */
export function chooseAnnouncers(
  plan: PollPlan,
  watch: {
    readonly buyers: readonly string[];
    readonly bridges: readonly string[];
    readonly except?: { readonly bridges: readonly string[] } | undefined;
    readonly everyMs: number;
    readonly allEveryMs: number;
  },
  now: number,
): Announcers {
  const watched = new Set(watch.bridges);
  const passedOver = new Set([...watched, ...(watch.except?.bridges ?? [])]);
  const learned = [...plan.marks.values()]
    .filter((mark) => !passedOver.has(mark.bridgeId) && isHeard(mark, now))
    .map(({ bridgeId }) => bridgeId);
  const bridges = watched.size + learned.length;
  const buyers = Math.max(watch.buyers.length, plan.calm.size);
  return {
    learned,
    // Looking should never cost more than half of what polling everyone does.
    mostPages: Math.max(1, Math.min(mostPages, Math.floor(buyers / bridges / 2))),
    everyone: whyEveryone(),
  };

  function whyEveryone(): string | null {
    if (watch.allEveryMs <= watch.everyMs) return 'watch.allEvery is no longer than watch.every';
    if (plan.turnsUntil === null) return 'no earlier tick is known';
    if (plan.distrust !== null && now < plan.distrust.until) return 'a signal came that no row had announced';
    if (bridges === 0) return 'no bridge is known whose rows could announce a signal';
    if (bridges > mostBridges) return `signals come from more than ${mostBridges} bridges`;
    return bridges > buyers ? 'there are more bridges than buyers' : null;
  }
}

import type { DueBuyers } from './choose-due.ts';
import type { PollMessage } from './ports.ts';

/** Several buyers share a message and so an invocation; few enough that one fits into a function's time. */
const buyersPerMessage = 10;

export interface DueTick {
  readonly slot: string;
  readonly now: number;
  readonly everyone: boolean;
  /** Whether the refusals of some buyers may be the token's. */
  readonly doubted: boolean;
  readonly evenResting: boolean;
}

/** The messages of a tick. Where rows tell who is due, a turn at which something new is found is held against them. */
export function writeMessages(
  { called, turns, others, refused }: DueBuyers,
  { slot, now, everyone, doubted, evenResting }: DueTick,
): PollMessage[] {
  const write = (buyerIds: readonly string[], more: Pick<PollMessage, 'whole' | 'notNamedAt'> = {}) =>
    inMessages(buyerIds, { slot, ...more, ...(evenResting ? { evenResting } : {}) });
  // One after another, not side by side: an allowed list is to be known before five refused ones.
  if (doubted) return write([...called, ...turns, ...others, ...refused], { whole: true });
  const sure = everyone
    ? [...write([...called, ...turns], { whole: true }), ...write(others)]
    : [...write(called, { whole: true }), ...write(turns, { whole: true, notNamedAt: now })];
  return [...sure, ...write(refused, { whole: true })];
}

function inMessages(buyerIds: readonly string[], more: Omit<PollMessage, 'buyerIds'>): PollMessage[] {
  const messages: PollMessage[] = [];
  for (let at = 0; at < buyerIds.length; at += buyersPerMessage) {
    messages.push({ ...more, buyerIds: buyerIds.slice(at, at + buyersPerMessage) });
  }
  return messages;
}

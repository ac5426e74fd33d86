import type { PollMessage } from '../../shared/domain/polling/poll-message.ts';
import type { DueBuyers } from './choose-due.ts';

/** Several buyers share a message, and so an invocation; few enough for the function's timeout. */
const buyersPerMessage = 10;

export interface DueTick {
  readonly slot: string;
  readonly now: number;
  readonly everyone: boolean;
  /** Whether refusals may mean that the token is rejected. */
  readonly doubted: boolean;
  readonly evenResting: boolean;
}

/**
 * The messages of a tick. If rows decide which buyers are due, a new signal found at a mere turn counts as missed by
 * the rows.
 */
export function writeMessages(
  { called, turns, others, refused }: DueBuyers,
  { slot, now, everyone, doubted, evenResting }: DueTick,
): PollMessage[] {
  const write = (buyerIds: readonly string[], more: Pick<PollMessage, 'whole' | 'notNamedAt'> = {}) =>
    inMessages(buyerIds, { slot, ...more, ...(evenResting ? { evenResting } : {}) });
  // In this order, so that an allowed list is known before five refused ones.
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

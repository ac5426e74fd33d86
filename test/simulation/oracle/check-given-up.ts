import type { Item, Key } from '../../../shared/ledger/table/table.ts';
import type { World } from '../world/world.ts';
import type { Oracle } from './oracle.ts';

/** Answers that no further attempt can change: the form of the message is refused. */
const finalWords = /invalid_blocks|invalid_payload|msg_blocks_too_long|no_text/;

/** Counts the calls made for a digest since its schedule of attempts last began anew. */
export function noteTry({ memory }: Oracle, { pk, sk }: Key): void {
  const name = `${pk} ${sk}`;
  memory.tries.set(name, (memory.tries.get(name) ?? 0) + 1);
}

/** An operator, or a resumed route, gives a digest the whole schedule again. */
export function noteRenewal({ memory }: Oracle, before: Item, after: Item): void {
  if (Number(before.attempts) > 0 && after.attempts === 0) memory.tries.delete(`${before.pk} ${before.sk}`);
}

/** I10: a digest is given up only when its destination refuses its form for good, or the schedule is used up. */
export function checkGivenUp({ oracle, actor }: World, { pk, sk }: Item, step: string): void {
  const posted = actor?.posted ?? null;
  if (posted === null) {
    oracle.violate('I10', `${step}: without an attempt`);
    return;
  }
  if (posted.answer !== null && finalWords.test(posted.answer.body)) return;
  const tries = oracle.memory.tries.get(`${pk} ${sk}`) ?? 0;
  if (tries >= attemptsPromised) return;
  oracle.violate('I10', `${step}: after ${tries} attempts of ${attemptsPromised}`);
}

/** The schedule of Standard Webhooks 1.0.0, counted anew: the one in the domain is on trial. */
const attemptsPromised = 10;

import type { Item, Key } from '../../../shared/ledger/table/table.ts';
import type { World } from '../world/world.ts';
import type { Oracle } from './oracle.ts';

/** Permanent errors: the destination rejects the message's format. */
const finalWords = /invalid_blocks|invalid_payload|msg_blocks_too_long|no_text/;

/** Counts the calls for a digest since its schedule of attempts last restarted. */
export function noteTry({ memory }: Oracle, { pk, sk }: Key): void {
  const name = `${pk} ${sk}`;
  memory.tries.set(name, (memory.tries.get(name) ?? 0) + 1);
}

/** An operator or a resume restarts the schedule of a digest. */
export function noteRenewal({ memory }: Oracle, before: Item, after: Item): void {
  if (Number(before.attempts) > 0 && after.attempts === 0) memory.tries.delete(`${before.pk} ${before.sk}`);
}

/** I10: a digest is given up only if its destination rejects its format, or the schedule is used up. */
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

/** The schedule of Standard Webhooks 1.0.0, written a second time, since this checks the domain's. */
const attemptsPromised = 10;

import type { Item, Key } from '../../../shared/ledger/table/table.ts';
import type { Oracle } from '../parts/oracle.ts';
import type { World } from '../parts/world.ts';

/** Permanent errors: the destination rejects the message's format. */
const finalWords = /invalid_blocks|invalid_payload|msg_blocks_too_long|no_text/;

/**
 * Counts the claims of a digest since its schedule of attempts last restarted. One whose sender did not call, or was told
 * to wait, uses up no attempt: it is given back.
 */
export function countTry({ memory }: Oracle, { pk, sk }: Key, by: 1 | -1): void {
  const name = `${pk} ${sk}`;
  memory.tries.set(name, (memory.tries.get(name) ?? 0) + by);
}

/** An operator or a resume restarts the schedule of a digest. */
export function noteRenewal({ oracle, actor }: World, before: Item, after: Item): void {
  // A sender gives back its own attempt.
  if (actor?.name === 'deliver-digest' || Number(before.attempts) === 0 || after.attempts !== 0) return;
  oracle.memory.tries.delete(`${before.pk} ${before.sk}`);
}

/** I10: a sender that can never store its outcome does not send the digest for ever. */
export function checkTries(oracle: Oracle, { pk, sk }: Key): void {
  const tries = oracle.memory.tries.get(`${pk} ${sk}`) ?? 0;
  if (tries > attemptsPromised) oracle.violate('I10', `${pk} ${sk} is sent at its attempt ${tries}`);
}

/** I10: a digest is given up only if its destination rejects its format, or the schedule is used up. */
export function checkGivenUp({ oracle, actor }: World, { pk, sk }: Item, step: string): void {
  const posted = actor?.posted ?? null;
  const tries = oracle.memory.tries.get(`${pk} ${sk}`) ?? 0;
  // No outcome of its last attempt was stored.
  if (posted === null && tries > attemptsPromised) return;
  if (posted === null) {
    oracle.violate('I10', `${step}: without an attempt`);
    return;
  }
  if (posted.answer !== null && finalWords.test(posted.answer.body)) return;
  // What the route of a tool lists.
  if (posted.answer?.status === 422) return;
  if (tries >= attemptsPromised) return;
  oracle.violate('I10', `${step}: after ${tries} attempts of ${attemptsPromised}`);
}

/** The schedule of Standard Webhooks 1.0.0, written a second time, since this checks the domain's. */
const attemptsPromised = 10;

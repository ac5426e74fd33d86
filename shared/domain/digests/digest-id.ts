import type { Random } from '../clock.ts';

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** 130 random bits. */
const letters = 26;

/**
 * `msg_` and 26 letters of base32, drawn for each digest. What its members' removal prevents, an id need not: and no slot
 * that comes again, no ledger that was put back and no second stage ever uses an id twice.
 */
export function newDigestId(random: Random): string {
  const drawn = Array.from({ length: letters }, () => base32.charAt(Math.floor(random() * base32.length)));
  return `msg_${drawn.join('')}`;
}

/** Its first 8 letters: what people read to one another, and find it by. */
export function shortId(digestId: string): string {
  return digestId.replace(/^msg_/, '').slice(0, 8);
}

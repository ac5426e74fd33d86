import type { Random } from '../clock.ts';

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** 130 bits. */
const letters = 26;

/** Each letter stands for one of the first 26 bytes of a hash. */
export function spellDigestId(bytes: Iterable<number>): string {
  const spelled = Array.from(bytes, (byte) => base32.charAt(byte % base32.length)).slice(0, letters);
  return `msg_${spelled.join('')}`;
}

/** A digest is rendered with it to learn its bytes, on which its id depends: it is as long as every id. */
export const noDigestId = spellDigestId(new Uint8Array(letters));

export function drawLetters(random: Random): string {
  return Array.from({ length: letters }, () => base32.charAt(Math.floor(random() * base32.length))).join('');
}

/** People read the first 8 letters to one another, and find a digest by them. */
export function shortId(digestId: string): string {
  return digestId.replace(/^msg_/, '').slice(0, 8);
}

/** A person may write all of an id, or its first 8 letters at least. */
export function matchDigestId(written: string): (digestId: string) => boolean {
  const begin = `msg_${written.trim().toLowerCase().replace(/^msg_/, '')}`;
  // Fewer letters could be those of several digests.
  return (digestId) =>
    begin.length < 'msg_12345678'.length ? digestId === begin : digestId.startsWith(begin);
}

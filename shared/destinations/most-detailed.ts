import type { DigestContent } from '../domain/digests/digest.ts';
import type { Detail, DigestMessage } from '../domain/message/message.ts';
import { writeMessage } from '../domain/message/write-message.ts';

type Level = readonly [detail: Detail, listed: number, linked: number];

/** The most of it first. What is hot loses its detail last, and the list of the rest its lines before that. */
const levels: readonly Level[] = [
  ['full', 18, 20],
  ['full', 9, 20],
  ['full', 4, 20],
  ['short', 18, 20],
  ['short', 9, 20],
  ['short', 0, 20],
  ['names', 0, 98],
  ['names', 0, 20],
];
const least: Level = ['names', 0, 0];

/** Whether one message of a destination has room for this. */
type HasRoom = (message: DigestMessage) => boolean;

/**
 * A digest in as much detail as one message of a destination holds; in the least where not even that fits: the
 * composer then finds that it is too large, and puts fewer signals into the part.
 */
export function mostDetailed(content: DigestContent, hasRoom: HasRoom): DigestMessage {
  for (const level of levels) {
    const message = write(content, level);
    if (hasRoom(message)) return message;
  }
  return write(content, least);
}

/** Whether a message has room for the digest in its least detail, and so in what `mostDetailed` chooses. */
export function fitsInLeast(content: DigestContent, hasRoom: HasRoom): boolean {
  return hasRoom(write(content, least));
}

function write(content: DigestContent, [detail, listed, linked]: Level): DigestMessage {
  return writeMessage(content, detail, { listed, linked });
}

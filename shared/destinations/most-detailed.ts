import type { DigestContent } from '../domain/digests/digest.ts';
import type { Detail, DigestMessage } from '../domain/digests/message/message.ts';
import { writeMessage } from '../domain/digests/message/write-message.ts';

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

/**
 * What a digest says in as much detail as one message of a destination holds; the least where not even that fits: the
 * composer then finds that it is too large, and puts fewer signals into the part.
 */
export function mostDetailed(
  content: DigestContent,
  fits: (message: DigestMessage) => boolean,
): DigestMessage {
  for (const level of levels) {
    const message = write(content, level);
    if (fits(message)) return message;
  }
  return write(content, least);
}

function write(content: DigestContent, [detail, listed, linked]: Level): DigestMessage {
  return writeMessage(content, detail, { listed, linked });
}

import type { DigestContent } from '../domain/digests/digest.ts';
import type { Detail, DigestMessage } from '../domain/message/message.ts';
import { createMessageWriter, type MessageWriter } from '../domain/message/write-message.ts';

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

/** How much of a digest one message of a destination holds. */
export interface MessageRoom {
  readonly fits: (message: DigestMessage) => boolean;
  /**
   * A message with more hot signals than this has room for their names alone: with details each of them is a section of
   * its own. @default any number
   */
  readonly mostDescribed?: number | undefined;
}

/**
 * What a digest says in as much detail as one message of a destination holds; the least where not even that fits: the
 * composer then finds that it is too large, and puts fewer signals into the part.
 */
export function mostDetailed(content: DigestContent, room: MessageRoom): DigestMessage {
  const writer = createMessageWriter(content);
  for (const level of possibleLevels(writer, room)) {
    const message = write(writer, level);
    if (room.fits(message)) return message;
  }
  return write(writer, least);
}

/** Whether `mostDetailed` fits. The least is asked first: it nearly always decides, and takes little to write. */
export function fitsInLeast(content: DigestContent, room: MessageRoom): boolean {
  const writer = createMessageWriter(content);
  const levels = [...possibleLevels(writer, room), least].reverse();
  return levels.some((level) => room.fits(write(writer, level)));
}

function possibleLevels({ hot }: MessageWriter, { mostDescribed = Infinity }: MessageRoom): readonly Level[] {
  return hot <= mostDescribed ? levels : levels.filter(([detail]) => detail === 'names');
}

function write(writer: MessageWriter, [detail, listed, linked]: Level): DigestMessage {
  return writer.write(detail, { listed, linked });
}

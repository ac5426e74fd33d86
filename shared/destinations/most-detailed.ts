import type { DigestContent } from '../domain/digests/digest.ts';
import type { DigestMessage } from '../domain/digests/message/message.ts';
import { writeMessage } from '../domain/digests/message/write-message.ts';

/**
 * What a digest says in as much detail as one message of a destination holds. That of names where not even they fit:
 * the composer then finds that it is too large, and puts fewer signals into the part.
 */
export function mostDetailed(
  content: DigestContent,
  fits: (message: DigestMessage) => boolean,
): DigestMessage {
  for (const detail of ['full', 'short'] as const) {
    const message = writeMessage(content, detail);
    if (fits(message)) return message;
  }
  return writeMessage(content, 'names');
}

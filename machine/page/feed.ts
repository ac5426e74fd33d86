import {
  joinLines,
  type Line,
  lineOf,
  tellAbouts,
  tellText,
} from '../../shared/domain/observations/lines.ts';
import type { Sentence } from '../../shared/domain/observations/row.ts';
import type { ReceivedMessage } from '../receiver/receiver.ts';
import type { FeedLine } from './view-model.ts';

export interface Feed {
  write(kind: string, sentence: Sentence, at: number, version: number): void;
  changedSince(version: number): FeedLine[];
}

const mostLines = 200;

/** The lines of the page's activity. What happens again moves its line to the end. */
export function createFeed(): Feed {
  const lines = new Map<string, { readonly line: Line; readonly at: number; readonly version: number }>();
  return {
    write(kind, sentence, at, version) {
      const line = lineOf(kind, sentence);
      const known = lines.get(line.key)?.line;
      lines.delete(line.key);
      lines.set(line.key, { line: joinLines(known, line), at, version });
      const [oldest] = lines.keys();
      if (lines.size > mostLines && oldest !== undefined) lines.delete(oldest);
    },
    changedSince: (since) =>
      [...lines.values()]
        .filter(({ version }) => version > since)
        .map(({ line, at, version }) => ({
          key: line.key,
          at,
          version,
          tone: line.tone,
          about: tellAbouts(line),
          text:
            line.amount === null && line.times > 1 ? `${line.text} (${line.times} times)` : tellText(line),
        })),
  };
}

/** What only the receiver of `npm start` knows: whether a signature is valid. */
export function tellReceived({ kind, accepted }: ReceivedMessage): Sentence | null {
  const about = 'receiver';
  if (!accepted) {
    const text = 'rejected: its signature is missing or invalid';
    return { tone: 'failure', about, amount: [1, 'message'], text };
  }
  return kind === 'webhook'
    ? { tone: 'progress', about, amount: [1, 'digest'], text: 'arrived with a valid signature' }
    : null;
}

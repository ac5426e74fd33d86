import type { FeedLine, LineText, StageName } from './view-model.ts';

export interface FeedEntry {
  readonly stage: StageName;
  /**
   * Entries with one key share a line as long as it is among the newest few: many small happenings
   * make one line, which stays where the reader saw it.
   */
  readonly foldKey?: string;
  /** Writes the line from how often this happened. */
  readonly write: (count: number) => LineText;
}

export interface Feed {
  write(entry: FeedEntry, at: number, version: number): void;
  changedSince(version: number): FeedLine[];
}

const mostLines = 200;
const newestFew = 8;

/** The lines of what happened, oldest first. */
export function createFeed(): Feed {
  let lines: FeedLine[] = [];
  let nextKey = 1;
  const folds = new Map<number, { readonly foldKey: string; readonly count: number }>();

  function writeAgain(line: FeedLine, text: LineText, at: number, version: number): void {
    lines = lines.map((each) => (each === line ? { ...line, ...text, at, version } : each));
  }

  return {
    write({ stage, foldKey, write }, at, version) {
      const open =
        foldKey && lines.slice(-newestFew).find((line) => folds.get(line.key)?.foldKey === foldKey);
      const count = (open ? (folds.get(open.key)?.count ?? 0) : 0) + 1;
      if (open) writeAgain(open, write(count), at, version);
      else lines = [...lines, { key: nextKey++, at, version, stage, ...write(count) }].slice(-mostLines);
      if (foldKey) folds.set(open ? open.key : nextKey - 1, { foldKey, count });
      forgetOldFolds(folds, lines);
    },
    changedSince: (version) => lines.filter((line) => line.version > version),
  };
}

function forgetOldFolds(folds: Map<number, unknown>, lines: readonly FeedLine[]): void {
  const oldestOpen = lines.at(-newestFew)?.key ?? 0;
  for (const key of folds.keys()) if (key < oldestOpen) folds.delete(key);
}

import type { FeedLine, LineText, StageName } from './view-model.ts';

export interface FeedEntry {
  readonly stage: StageName;
  /** Entries with one key share a line, which stays where the reader saw it: many small happenings make one. */
  readonly foldKey?: string;
  /** How far back that line may stand. @default 8: what happens again much later is news again */
  readonly foldWithin?: number;
  /** Writes the line from how often this happened. */
  readonly write: (count: number) => LineText;
}

export interface Feed {
  write(entry: FeedEntry, at: number, version: number): void;
  changedSince(version: number): FeedLine[];
}

const mostLines = 200;
const usualFoldWithin = 8;

/** The lines of what happened, oldest first. */
export function createFeed(): Feed {
  let lines: FeedLine[] = [];
  let nextKey = 1;
  const folds = new Map<number, { readonly foldKey: string; readonly count: number }>();

  function writeAgain(line: FeedLine, text: LineText, at: number, version: number): void {
    lines = lines.map((each) => (each === line ? { ...line, ...text, at, version } : each));
  }

  return {
    write({ stage, foldKey, foldWithin = usualFoldWithin, write }, at, version) {
      const open =
        foldKey && lines.slice(-foldWithin).find((line) => folds.get(line.key)?.foldKey === foldKey);
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
  const oldest = lines[0]?.key ?? 0;
  for (const key of folds.keys()) if (key < oldest) folds.delete(key);
}

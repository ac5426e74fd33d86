import type { FoldedLine, LineText, Step } from '../../cli/words/what-happened/line.ts';
import type { FeedLine } from './view-model.ts';

/** A line and its step. A folded line stays in its place when it is written again. */
export interface FeedEntry {
  readonly step: Step;
  readonly line: LineText | FoldedLine;
}

export interface Feed {
  write(entry: FeedEntry, at: number, version: number): void;
  changedSince(version: number): FeedLine[];
}

const mostLines = 200;
const usualFoldWithin = 8;

/** The lines of the page's activity, oldest first. */
export function createFeed(): Feed {
  let lines: FeedLine[] = [];
  let nextKey = 1;
  const folds = new Map<number, { readonly foldKey: string; readonly count: number }>();

  function writeAgain(line: FeedLine, text: LineText, at: number, version: number): void {
    lines = lines.map((each) => (each === line ? { ...line, ...text, at, version } : each));
  }

  return {
    write({ step, line }, at, version) {
      const { foldKey, foldWithin = usualFoldWithin, write } = 'write' in line ? line : once(line);
      const open =
        foldKey && lines.slice(-foldWithin).find((each) => folds.get(each.key)?.foldKey === foldKey);
      const count = (open ? (folds.get(open.key)?.count ?? 0) : 0) + 1;
      if (open) writeAgain(open, write(count), at, version);
      else lines = [...lines, { key: nextKey++, at, version, step, ...write(count) }].slice(-mostLines);
      if (foldKey) folds.set(open ? open.key : nextKey - 1, { foldKey, count });
      forgetOldFolds(folds, lines);
    },
    changedSince: (version) => lines.filter((each) => each.version > version),
  };
}

function once(text: LineText): Omit<FoldedLine, 'foldKey'> & { readonly foldKey?: string } {
  return { write: () => text };
}

function forgetOldFolds(folds: Map<number, unknown>, lines: readonly FeedLine[]): void {
  const oldest = lines[0]?.key ?? 0;
  for (const key of folds.keys()) if (key < oldest) folds.delete(key);
}

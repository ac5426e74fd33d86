import {
  describeAbouts,
  formatText,
  joinLines,
  type Line,
  lineOf,
} from '../../functions/observations/lines.ts';
import { type Observation, sentenceOf } from '../../functions/observations/observation.ts';
import type { Context, Sentence } from '../../functions/observations/row.ts';

export type LiveView = ReturnType<typeof createLiveView>;

const mostLines = 200;
const mostNames = 5_000;

/** The activity of a pipeline in this process, in bounded memory. What changes is a new object, so each reader gets it once. */
export function createLiveView(now: () => number, { api, command }: Pick<Context, 'api' | 'command'>) {
  let change = Promise.withResolvers<void>();
  /** The number of changes of the ledger by other processes. */
  let version = 0;
  const notifyReaders = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };
  /** Observations of polls have ids only; the names of buyers come from the signals recorded so far. */
  const names = new Map<string, string>();
  const context: Context = {
    api,
    command,
    buyer: (buyerId) => names.get(buyerId) ?? `buyer ${buyerId.slice(0, 8)}`,
    signal: ({ name, bridgeName }) =>
      `signal ${name ?? 'without a name'}${bridgeName === null ? '' : ` (${bridgeName})`}`,
  };
  /** An event that happens again moves its line to the end. */
  const lines = new Map<string, { readonly line: Line; readonly at: number }>();

  function write(kind: string, sentence: Sentence | null): void {
    if (sentence === null) return;
    const line = lineOf(kind, sentence);
    const known = lines.get(line.key)?.line;
    lines.delete(line.key);
    lines.set(line.key, { line: joinLines(known, line), at: now() });
    const [oldest] = lines.keys();
    if (lines.size > mostLines && oldest !== undefined) lines.delete(oldest);
  }

  function learn(buyerId: string, name: string | null): void {
    if (name !== null && (names.size < mostNames || names.has(buyerId))) names.set(buyerId, name);
  }

  return {
    observe(observation: Observation): void {
      if (observation.kind === 'signal-recorded') learn(observation.buyerId, observation.buyerName);
      write(observation.kind, sentenceOf(observation, context));
      notifyReaders();
    },
    /** Another process changed the ledger: nothing of its activity is known here. */
    touch(): void {
      version += 1;
      notifyReaders();
    },
    /** Resolves at the next change. */
    nextChange: (): Promise<void> => change.promise,
    /** The function that this returns answers with everything at first, and then with what changed since its last call. */
    openReader() {
      const read = new WeakSet<object>();
      const unread = <Shown extends object>(all: Iterable<Shown>): Shown[] =>
        [...all].filter((one) => !read.has(one) && read.add(one));
      let fresh = true;
      let seen = version;
      return () => {
        const shown = unread(lines.values()).map(({ line, at }) => showLine(line, at));
        // An event that only says that the program runs has nothing to read.
        const changes = { fresh, lines: shown, isChanged: shown.length > 0 || seen !== version };
        fresh = false;
        seen = version;
        return changes;
      };
    },
  };
}

function showLine(line: Line, at: number) {
  const isCounted = line.amount === null && line.times > 1;
  const text = isCounted ? `${line.text} (${line.times} times)` : formatText(line);
  return { key: line.key, at, tone: line.tone, about: describeAbouts(line), text };
}

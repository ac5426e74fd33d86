import { destinations, isDestinationType } from '../../shared/destinations/destinations.ts';
import { createCounts, type Observation, sentenceOf } from '../../shared/domain/observation.ts';
import {
  joinLines,
  type Line,
  lineOf,
  tellAbouts,
  tellText,
} from '../../shared/domain/observations/lines.ts';
import type { Context, Sentence } from '../../shared/domain/observations/row.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';
import {
  type Changes,
  type DigestCard,
  type FeedLine,
  type PageDescription,
  type ShownCounts,
  shownCounts,
} from './view-model.ts';

export type LiveView = ReturnType<typeof createLiveView>;

const mostLines = 200;

/** Everything that the page shows, in bounded memory. What changes is a new object, so each reader gets it once. */
export function createLiveView({ now, command }: Pick<Context, 'command'> & { readonly now: () => number }) {
  let description: PageDescription | null = null;
  let change = Promise.withResolvers<void>();
  const counts = createCounts();
  const names = createNames();
  /** What happens again moves its line to the end. */
  const lines = new Map<string, { readonly line: Line; readonly at: number }>();
  let cards: readonly ShownDigest[] = [];

  function changed(apply: () => void): void {
    apply();
    change.resolve();
    change = Promise.withResolvers();
  }

  function write(kind: string, sentence: Sentence | null): void {
    if (sentence === null) return;
    const line = lineOf(kind, sentence);
    const known = lines.get(line.key)?.line;
    lines.delete(line.key);
    lines.set(line.key, { line: joinLines(known, line), at: now() });
    const [oldest] = lines.keys();
    if (lines.size > mostLines && oldest !== undefined) lines.delete(oldest);
  }

  return {
    describe: (described: PageDescription): void =>
      changed(() => {
        description = described;
      }),
    observe: (observation: Observation): void =>
      changed(() => {
        counts.add(observation);
        if (observation.kind === 'signal-recorded') names.learn(observation);
        const api = description?.api ?? undescribed;
        write(observation.kind, sentenceOf(observation, { ...names, api, command }));
      }),
    /** Shows the latest digests of the ledger, oldest first. */
    showDigests: (digests: readonly LatestDigest[]): void =>
      changed(() => {
        cards = digests.map((digest) => {
          const written = JSON.stringify(digest);
          return cards.find((card) => card.written === written) ?? { written, card: cardOf(digest) };
        });
      }),
    /** Resolves at the next change. */
    nextChange: (): Promise<void> => change.promise,
    /** The function that this returns answers with everything at first, and then with what changed since its last call. */
    openReader(): () => Changes {
      const read = new WeakSet<object>();
      const unread = <Shown extends object>(all: Iterable<Shown>): Shown[] =>
        [...all].filter((one) => !read.has(one) && read.add(one));
      let fresh = true;
      return () => {
        const changes = {
          fresh,
          description,
          counts: Object.fromEntries(shownCounts.map((name) => [name, counts.of(name)])) as ShownCounts,
          lines: unread(lines.values()).map(({ line, at }) => showLine(line, at)),
          digests: unread(cards).map(({ card }) => card),
        };
        fresh = false;
        return changes;
      };
    },
  };
}

/** Before `describe`, which `start` calls before anything runs. */
const undescribed: Context['api'] = { baseUrl: 'http://127.0.0.1', token: { secret: 'of api.token' } };

const mostNames = 5_000;

/** Observations of polls have ids only; the names of buyers come from the signals recorded so far. */
function createNames() {
  const names = new Map<string, string>();
  return {
    learn({ buyerId, buyerName }: { readonly buyerId: string; readonly buyerName: string | null }): void {
      if (buyerName !== null && (names.size < mostNames || names.has(buyerId))) names.set(buyerId, buyerName);
    },
    buyer: (buyerId: string): string => names.get(buyerId) ?? `buyer ${buyerId.slice(0, 8)}`,
    signal: ({ name, bridgeName }: Parameters<Context['signal']>[0]): string =>
      `signal ${name ?? 'without a name'}${bridgeName === null ? '' : ` (${bridgeName})`}`,
  };
}

function showLine(line: Line, at: number): FeedLine {
  const isCounted = line.amount === null && line.times > 1;
  const text = isCounted ? `${line.text} (${line.times} times)` : tellText(line);
  return { key: line.key, at, tone: line.tone, about: tellAbouts(line), text };
}

interface ShownDigest {
  /** As the ledger has it, to notice a change. */
  readonly written: string;
  readonly card: DigestCard;
}

/** Most digests are under 20 kB; a body longer than this would only slow the page. */
const longestBody = 120_000;

function cardOf({ body, destinationType, deliveredAt, frozenAt, ...digest }: LatestDigest): DigestCard {
  const { digestId, routeId, heartbeat, part, signals, state, attempts, reason, dueAt } = digest;
  const destination = isDestinationType(destinationType) ? destinations[destinationType] : null;
  return {
    ...{ digestId, routeId, heartbeat, part, signals, state, attempts, reason, dueAt },
    label: destination?.label ?? null,
    successMeans: destination?.successMeans ?? null,
    at: deliveredAt ?? frozenAt,
    body: body.length > longestBody ? null : readBody(body),
  };
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A kind of destination may take another format.
    return text;
  }
}

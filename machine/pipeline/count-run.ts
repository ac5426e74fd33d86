import { formatLine, joinLines, type Line, lineOf } from '../../functions/observations/lines.ts';
import { type Observation, rowOf, sentenceOf } from '../../functions/observations/observation.ts';
import type { Context, CountName, Counts, Sentence } from '../../functions/observations/row.ts';
import { counted } from '../../shared/domain/counted.ts';
import type { Pipeline } from './pipeline.ts';

export type RunTally = ReturnType<typeof createTally>;
export type RunCounts = ReturnType<RunTally['counts']>;

export interface TallyOptions extends Pick<Context, 'api' | 'command'> {
  /** A lasting run tells each sentence as it comes; a notice or failure once in a round of polls. */
  readonly tell?: ((sentence: string, tone: Sentence['tone']) => void) | undefined;
}

/** The needs of the routes tell these at the end of a run, with what to do. */
const toldAsNeeds: ReadonlySet<string> = new Set<Observation['kind']>(['route-disabled', 'digest-held']);

/** Counts a run's observations, and collects what to tell of them. */
export function createTally({ api, command, tell }: TallyOptions) {
  const polled = new Set<string>();
  const named = new Set<string>();
  const sums: Counts = {};
  let failures = 0;
  const lines = new Map<string, Line>();
  const context: Context = {
    api,
    command,
    buyer: (buyerId) => `buyer ${buyerId}`,
    signal: ({ signalId }) => `signal ${signalId}`,
  };

  function countBuyers(observation: Observation): void {
    if (observation.kind === 'buyer-polled') polled.add(observation.buyerId);
    if (observation.kind === 'buyer-polled' || observation.kind === 'poll-failed')
      named.add(observation.buyerId);
    if (observation.kind === 'polls-cut-short') for (const id of observation.buyerIds) named.add(id);
  }

  const countOf = (name: CountName): number => sums[name] ?? 0;
  const list = (tone: Sentence['tone']): string[] =>
    [...lines.values()].filter((line) => line.tone === tone && !toldAsNeeds.has(line.kind)).map(formatLine);

  return {
    observe(observation: Observation): void {
      const counts = Object.entries(rowOf(observation).count?.(observation) ?? {}) as [CountName, number][];
      for (const [name, count] of counts) sums[name] = countOf(name) + count;
      countBuyers(observation);
      if (tell && observation.kind === 'polls-planned') lines.clear();
      const sentence = sentenceOf(observation, context);
      if (sentence === null) return;
      const line = lineOf(observation.kind, sentence);
      const known = lines.get(line.key);
      if (line.tone === 'failure' && !toldAsNeeds.has(line.kind)) failures += 1;
      if (line.tone === 'progress' || known === undefined) tell?.(formatLine(line), line.tone);
      lines.set(line.key, joinLines(known, line));
    },
    /** `run --json` prints these counts under these names. `pending`: the backlog of the config's routes. */
    counts: (pending: Awaited<ReturnType<Pipeline['countPending']>>) => ({
      buyersPolled: polled.size,
      signalsRecorded: countOf('signalsRecorded'),
      /** Signals that were there before the first run, that `watch` leaves out, or that no route takes. */
      signalsNotSent: countOf('baselineSignals') + countOf('untakenSignals'),
      hotSignals: countOf('hotSignals'),
      summariesFetched: countOf('summariesFetched'),
      digestsDelivered: countOf('digestsDelivered'),
      digestsPending: pending.digests,
      signalsWaiting: pending.signals,
      upstreamRequests: countOf('upstreamRequests'),
    }),
    progress(): string {
      // Each buyer counts once, even if a later round or an `invoke` without a plan polls it again.
      const all = Math.max(countOf('buyersDue'), named.size);
      const [created, delivered] = [countOf('digestsFrozen'), countOf('digestsDelivered')];
      return [
        tell
          ? `polled ${counted(polled.size, 'buyer')}`
          : `polled ${polled.size} of ${counted(all, 'buyer')}`,
        counted(countOf('signalsRecorded'), 'new signal'),
        created > delivered
          ? `${delivered} of ${counted(created, 'digest')} delivered`
          : `${counted(delivered, 'digest')} delivered`,
        ...(failures > 0 ? [counted(failures, 'failure')] : []),
      ].join(' · ');
    },
    /** Notices tell no failure, but a first read that sends nothing, a flood's signals, or unknown hotness. */
    notices: (): string[] => list('notice'),
    /** Each kind of failure has one sentence, of the run or of the last round of polls of a lasting run. */
    failures: (): string[] => list('failure'),
    hasFailed: (...kinds: readonly Observation['kind'][]): boolean =>
      [...lines.values()].some(({ kind, tone }) => tone === 'failure' && kinds.some((one) => one === kind)),
  };
}

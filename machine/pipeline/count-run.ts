import { formatLine, joinLines, type Line, lineOf } from '../../functions/observations/lines.ts';
import { createCounts, type Observation, sentenceOf } from '../../functions/observations/observation.ts';
import type { Context, Sentence } from '../../functions/observations/row.ts';
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
  const counts = createCounts();
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

  const list = (tone: Sentence['tone']): string[] =>
    [...lines.values()].filter((line) => line.tone === tone && !toldAsNeeds.has(line.kind)).map(formatLine);

  return {
    observe(observation: Observation): void {
      counts.add(observation);
      countBuyers(observation);
      if (tell && observation.kind === 'polls-planned') lines.clear();
      const sentence = sentenceOf(observation, context);
      if (sentence === null) return;
      const line = lineOf(observation.kind, sentence);
      const known = lines.get(line.key);
      if (line.tone === 'failure') failures += 1;
      if (line.tone === 'progress' || known === undefined) tell?.(formatLine(line), line.tone);
      lines.set(line.key, joinLines(known, line));
    },
    /** `run --json` prints these counts under these names. `pending`: the backlog of the config's routes. */
    counts: (pending: Awaited<ReturnType<Pipeline['countPending']>>) => ({
      buyersPolled: polled.size,
      signalsRecorded: counts.of('signalsRecorded'),
      /** Signals that were there before the first run, that `watch` leaves out, or that no route takes. */
      signalsNotSent: counts.of('baselineSignals') + counts.of('untakenSignals'),
      hotSignals: counts.of('hotSignals'),
      summariesFetched: counts.of('summariesFetched'),
      digestsDelivered: counts.of('digestsDelivered'),
      digestsPending: pending.digests,
      signalsWaiting: pending.signals,
      upstreamRequests: counts.of('upstreamRequests'),
    }),
    progress(): string {
      // Each buyer counts once, even if a later round or an `invoke` without a plan polls it again.
      const all = Math.max(counts.of('buyersDue'), named.size);
      const [created, delivered] = [counts.of('digestsFrozen'), counts.of('digestsDelivered')];
      return [
        tell
          ? `polled ${counted(polled.size, 'buyer')}`
          : `polled ${polled.size} of ${counted(all, 'buyer')}`,
        counted(counts.of('signalsRecorded'), 'new signal'),
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

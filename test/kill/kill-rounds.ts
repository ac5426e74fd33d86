import { setTimeout as sleep } from 'node:timers/promises';
import { clocksMs } from '../../shared/domain/clock.ts';
import { attemptLeaseMs } from '../../shared/domain/digests/attempt-time.ts';
import {
  type BenchState,
  countsOf,
  type RunBench,
  signingSecret,
  startRunBench,
  token,
  webhookRoute,
} from '../support/commands/run-bench.ts';
import type { Answer } from '../support/destinations/receiver.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { listAllSignals } from '../support/upstream/listed-signals.ts';
import { startArrivals } from './arrivals.ts';
import { type DeliveryVerdict, judgeDelivery } from './judge-delivery.ts';
import { type KillMoment, planRounds, type RoundPlan } from './plan-rounds.ts';
import { startProcess, type WatchedProcess } from './watched-process.ts';

export interface KillTestOptions {
  readonly rounds: number;
  readonly seed: number;
  /** Each kill is a power cut: the files are put back to what was synced. @default false */
  readonly cutsPower?: boolean;
  readonly onRound?: () => void;
}

export type KillReport = Awaited<ReturnType<typeof killRounds>>;

const secrets = { BRIDGE_ACCESS_TOKEN: token, DIGEST_SIGNING_SECRET: signingSecret };
const mostDrains = 10;
/** A signal waits so long for its buyer's summary: no digest shows it before. */
const summaryWaitMs = 1_000;

/** Runs, kills, and runs again on the same state; then lets it finish, and compares both ends. */
export async function killRounds({ rounds, seed, cutsPower = false, onRound }: KillTestOptions) {
  const bench = await startRunBench({ buyers: 16, signals: 120, bridges: 6 });
  const clock = startClock();
  try {
    const state = configure(bench);
    const first = await listAllSignals(bench.sandbox, bench.buyerIds);
    const arrivals = startArrivals(bench, seed + 1, 'all');
    const destination = troubleDestination(bench, seed + 2);
    const problems: string[] = [];
    let kills = 0;
    for (const plan of planRounds(rounds, seed)) {
      kills += await playRound(bench, state, { ...plan, cutsPower, env: clock.env() }, destination, problems);
      clock.pass();
      onRound?.();
    }
    await arrivals.stop();
    destination.end();
    problems.push(...(await drain(bench, state, clock.env())));
    return {
      seed,
      rounds,
      /** Processes that SIGKILL ended. */
      kills,
      /** Signals that were there at the start or arrived. */
      made: new Set([...first, ...arrivals.made]).size,
      digests: bench.inbox.digests.length,
      requests: bench.inbox.requests.length,
      /** Digests that came again after they had been taken: a kill fell between the answer and its being written down. */
      ambiguousResends: destination.resends(),
      ...judge(bench, [...first, ...arrivals.made]),
      /** Another body under a known id, a bad signature, a process that ended by itself, work left at the end. */
      problems: [...problems, ...bench.inbox.problems],
    };
  } finally {
    clock.end();
    await bench.close();
  }
}

/** The clock of this process and of those that get `env`. It passes over the time for which a killed sender's lease holds. */
function startClock() {
  const { now } = Date;
  let aheadMs = 0;
  Date.now = () => now() + aheadMs;
  return {
    pass: () => {
      aheadMs += attemptLeaseMs + clocksMs;
    },
    env: () => {
      const hook = `const { now } = Date; Date.now = () => now() + ${aheadMs};`;
      return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
    },
    end: () => {
      Date.now = now;
    },
  };
}

function configure(bench: RunBench): BenchState {
  const state = bench.newState();
  state.configure({
    hot: { topByHotness: 2 },
    summaries: { waitAtMost: `${summaryWaitMs / 1000} seconds` },
    routes: [webhookRoute(bench.inbox, 'all'), webhookRoute(bench.inbox, 'hot', { hot: true })],
  });
  return state;
}

type Env = Readonly<Record<string, string>>;
type Round = RoundPlan & { readonly cutsPower: boolean; readonly env: Env };

/** One process, or a second where a run that goes once ended before its kill. Answers with the kills. */
async function playRound(
  bench: RunBench,
  state: BenchState,
  { program, moment, upstreamFault, cutsPower, env }: Round,
  destination: Destination,
  problems: string[],
): Promise<number> {
  if (upstreamFault !== null) await bench.control('faults', upstreamFault);
  const watched = startProcess(program, state.directory, { ...secrets, ...env }, { cutsPower });
  const disarm = arm(bench, destination, watched, moment);
  const { killed, exitCode, said } = await watched.ended;
  disarm();
  if (killed) return 1;
  // A run that goes once may have met a fault, which it answers with 1. Nothing else may end by itself.
  if (program === 'once' && (exitCode === 0 || exitCode === 1)) {
    return playRound(
      bench,
      state,
      { program: 'fast', moment, upstreamFault: null, cutsPower, env },
      destination,
      problems,
    );
  }
  problems.push(`${program} ended by itself with ${exitCode}: ${said}`);
  return 0;
}

/** After so long a kill comes in any case: with nothing to deliver, no request would ever trigger it. */
const longestRoundMs = 4_000;

function arm(
  bench: RunBench,
  destination: Destination,
  process: WatchedProcess,
  moment: KillMoment,
): () => void {
  const disarmed = new AbortController();
  const killAfter = (ms: number): void => {
    void sleep(ms, undefined, { signal: disarmed.signal }).then(process.kill, () => undefined);
  };
  killAfter(longestRoundMs);
  if (moment.kind === 'starting') killAfter(moment.afterMs);
  else if (moment.kind === 'delivering') {
    destination.onRequest(moment.requests, () =>
      moment.afterMs === 0 ? process.kill() : killAfter(moment.afterMs),
    );
  } else {
    const before = bench.calls();
    void (async () => {
      while (!disarmed.signal.aborted && bench.calls() === before) await sleep(5);
      if (!disarmed.signal.aborted) killAfter(moment.afterMs);
    })();
  }
  return () => disarmed.abort();
}

type Destination = ReturnType<typeof troubleDestination>;

/** A receiver that now and then refuses a digest, cuts the connection, or takes its time. */
function troubleDestination(bench: RunBench, seed: number) {
  const random = seededRandom(seed);
  const taken = new Set<string>();
  let resends = 0;
  let wanted: { at: number; then: () => void } | null = null;
  let faulty = true;

  const decide = (): Answer => {
    const drawn = random();
    if (!faulty || drawn > 0.2) return { status: 204 };
    if (drawn < 0.05) return { status: 500 };
    return drawn < 0.08 ? { cut: 'before-answer' } : { status: 204, delayMs: 30 * drawn * 5 };
  };
  bench.inbox.answer = ({ headers }, index) => {
    const id = String(headers['webhook-id']);
    const answer = decide();
    if (taken.has(id)) resends += 1;
    if (answer.status === 204) taken.add(id);
    if (wanted && index + 1 >= wanted.at) {
      const { then } = wanted;
      wanted = null;
      then();
    }
    return answer;
  };
  return {
    /** Calls `then` when so many more requests have come in, before the last of them is answered. */
    onRequest: (count: number, then: () => void): void => {
      wanted = { at: bench.inbox.requests.length + count, then };
    },
    resends: () => resends,
    /** No more faults. */
    end: (): void => {
      wanted = null;
      faulty = false;
    },
  };
}

/** Faults are over: runs that go once must come to an end with nothing left. */
async function drain(bench: RunBench, state: BenchState, env: Env): Promise<string[]> {
  await fetch(`${bench.sandbox.url}/sandbox/faults`, { method: 'DELETE' });
  for (let time = 1; time <= mostDrains; time += 1) {
    const result = await state.start(['run', '--once', '--json', '--now'], env).ended;
    if (result.exitCode !== 0) {
      if (time === mostDrains) return [`the last run failed: ${result.stderr}`];
      continue;
    }
    const { signalsRecorded, digestsPending, signalsWaiting } = countsOf(result);
    if (signalsRecorded === 0 && digestsPending === 0 && signalsWaiting === 0) return [];
    if (signalsWaiting > 0) await sleep(summaryWaitMs);
  }
  return [`after ${mostDrains} runs without faults there is still work left`];
}

/** The route for all against what was made; the route for hot ones against what the other shows to be hot. */
function judge({ inbox }: RunBench, made: readonly string[]): DeliveryVerdict {
  const hot = inbox
    .buyers('all')
    .flatMap(({ signals }) =>
      signals.flatMap((signal) => (signal.hot ? [`${signal.bridgeId}/${signal.rowId}`] : [])),
    );
  const all = judgeDelivery(made, inbox.signals('all'));
  const hotOnly = judgeDelivery(hot, inbox.signals('hot'));
  const both = (what: keyof DeliveryVerdict) => [
    ...all[what].map((signal) => `all: ${signal}`),
    ...hotOnly[what].map((signal) => `hot: ${signal}`),
  ];
  return { lost: both('lost'), doubled: both('doubled'), unknown: both('unknown') };
}

import { accessToken, listSecretUses } from '../../../cli/open/secret-uses.ts';
import type { Observation } from '../../../functions/observations/observation.ts';
import { rateOf, schedules } from '../../../functions/wiring.ts';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { addSignals } from '../../../sandbox/control/add-signals.ts';
import { drawFor } from '../../../sandbox/data/draw.ts';
import type { makeWorld } from '../../../sandbox/data/world.ts';
import { loadConfig } from '../../../shared/config/load.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { isoTime } from '../../../shared/domain/clock.ts';
import { parseDuration } from '../../../shared/domain/duration.ts';
import { exampleOf } from '../../support/destinations/example-secrets.ts';
import { createSimulatedTime } from '../../support/time/simulated-time.ts';
import { openSandboxApp, sandboxToken } from '../../support/upstream/sandbox-app.ts';
import { type CountedInvocation, createCountedCloud, usageOf } from './counted-cloud.ts';

/** A Sunday: the day that is counted is a Monday, so that what comes on weekdays or once a week is in it. */
const start = Date.parse('2026-03-01T00:00:00Z');
const hourMs = 3_600_000;
/** Hours before and while it counts, and one more: what began late in the day is over by then. */
export const wholeDay = { before: 24, counted: 24, after: 1 };

/**
 * Simulates two days of the real functions over the project's own config and the sandbox's app, and counts the second as
 * AWS would bill it. The same numbers give the same counts, since time, chance and CPU are simulated or assumed. Throws
 * if anything failed, since the counts would be too low.
 */
export async function countDay(
  buyers: number,
  signalsADay: number,
  hours = wholeDay,
  onHour: () => void = () => undefined,
) {
  const from = start + hours.before * hourMs;
  const until = from + hours.counted * hourMs;
  const time = createSimulatedTime(start);
  const random = drawFor(1, 'day').next;
  const plan = { seed: 1, buyers, bridges: 8, signals: 10 * buyers };
  const { world, store, app } = openSandboxApp(plan, time.now);
  const problems = new Set<string>();
  const config = pointAt(await loadConfig('signalpost.config.ts'), world);
  const table = openSqliteTable(':memory:');
  const invocations: CountedInvocation[] = [];
  const invokeScheduled = createCountedCloud({
    stage,
    config,
    time,
    random,
    table,
    secretText: inventSecrets(config, sandboxToken),
    fetch: async (address, init) => {
      const answer = await app.request(address, init);
      answer.headers.set('date', new Date(time.now()).toUTCString());
      return answer;
    },
    observe: (observation) => {
      const problem = problemOf(observation);
      if (problem !== null) problems.add(`${observation.kind}: ${problem}`);
    },
    onInvocation: (invocation) => void invocations.push(invocation),
  });

  for (const schedule of Object.values(schedules)) {
    const { target, event } = schedule;
    const periodMs = parseDuration(rateOf(schedule, config));
    const planNext = (slot: number): void => {
      if (slot >= until) return;
      time.at(slot, () => {
        void invokeScheduled(target, { ...event, slot: isoTime(slot) });
        planNext(slot + periodMs);
      });
    };
    planNext(start);
  }
  for (const begin of [start, from]) {
    for (let signal = 0; signal < signalsADay; signal += 1) {
      time.at(begin + Math.floor(random() * hours.counted * hourMs), () => {
        addSignals(store, { count: 1 }, time.now());
        // The service changes another row without cause.
        store.touchStale(1, time.now());
      });
    }
  }
  for (let hour = start + hourMs; hour <= until + hours.after * hourMs; hour += hourMs) {
    await time.runUntil(hour);
    onHour();
  }
  table.close();
  if (problems.size > 0) throw new Error([...problems].join('\n'));
  const counted = invocations.filter(({ begunAt }) => begunAt >= from && begunAt < until);
  return {
    /** A schedule with nothing to do caused it: the sweep of a quiet minute, which may judge the alerts. */
    sweeps: usageOf(counted.filter(foundNothing)),
    use: usageOf(counted.filter((one) => !foundNothing(one))),
  };
}

const stage = 'prod';

/** Of every fifth sweep, which judges the alerts and stores them, and once an hour the calls. */
const mostJudged = 8;

function foundNothing({ usage }: CountedInvocation): boolean {
  return usage.schedulerInvocations > 0 && usage.dynamoDbWrites <= mostJudged && usage.sqsRequests === 0;
}

/** The project's config over the sandbox: all of its buyers, and a bridge that it has. */
function pointAt(config: SignalpostConfig, world: ReturnType<typeof makeWorld>): SignalpostConfig {
  const buyers = world.buyers.map(({ buyerId }) => buyerId);
  const bridges = world.bridges.slice(0, 1).map(({ bridgeId }) => bridgeId);
  const api = { ...config.api, baseUrl: 'http://127.0.0.1' };
  return { ...config, api, watch: { ...config.watch, buyers, bridges }, local: true };
}

/** A value of the right shape for each secret that the config names, in a text for every scope in Secrets Manager. */
function inventSecrets(config: SignalpostConfig, token: string): string {
  const values = listSecretUses(config).map(({ name, forms: [form] }) => [
    name,
    form === undefined || form === accessToken ? token : exampleOf(form),
  ]);
  return JSON.stringify(Object.fromEntries(values));
}

/** Nothing fails in this world: what does makes the counts wrong. */
function problemOf(observation: Observation): string | null {
  if ('problem' in observation) return observation.problem;
  const isFailure = observation.kind === 'digest-attempted' && observation.outcome !== 'delivered';
  return isFailure ? observation.reason : null;
}

import { describe, expect, it } from 'vitest';
import { type Fault, onlyAt } from '../support/fault-injector.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { findViolations } from './crash-points/check-invariants.ts';
import { dayStart, runScriptedDay, settleDown, simulatedConfig } from './crash-points/scripted-day.ts';
import { createWorld, type WorldOptions } from './crash-points/simulated-world.ts';

interface Simulated {
  /** The names of the calls up to the end of the script: the places to crash at. */
  readonly calls: readonly string[];
  readonly crashes: number;
  readonly violations: readonly string[];
}

async function simulate(run: Pick<WorldOptions, 'faultAt'> & Partial<WorldOptions>): Promise<Simulated> {
  let over = false;
  const world = createWorld({
    config: simulatedConfig('send-all'),
    start: dayStart,
    random: () => 0.5,
    losesQueues: false,
    mayFail: false,
    ...run,
    faultAt: (call, name) => (over ? null : run.faultAt(call, name)),
  });
  await runScriptedDay(world);
  over = true;
  const calls = [...world.injector.calls];
  await settleDown(world);
  const violations = findViolations(world);
  world.store.close();
  return { calls, crashes: world.crashes, violations };
}

/** After a call without an effect comes the crash before the next call, which is the same. */
const readOnly = new Set(['table.get', 'table.query', 'table.due', 'list.Date', 'list.Hotness', 'summary']);

/** Runs the day once for each call in it, and tells of those that break a promise. */
async function crashAtEach(
  fault: Fault,
  options: Partial<WorldOptions> & { readonly most?: number } = {},
): Promise<string[]> {
  const { calls } = await simulate({ ...options, faultAt: () => null });
  const broken: string[] = [];
  for (const [index, name] of calls.slice(0, options.most).entries()) {
    if (fault === 'crash-after' && readOnly.has(name)) continue;
    const { crashes, violations } = await simulate({ ...options, faultAt: onlyAt(index + 1, fault) });
    if (crashes !== 1) broken.push(`call ${index + 1} (${name}): ${crashes} crashes instead of one`);
    if (violations.length > 0) broken.push(`call ${index + 1} (${name}): ${violations.join('; ')}`);
  }
  return broken;
}

describe('a day without a crash', () => {
  it.each(['send-all', 'baseline'] as const)('keeps every promise with firstRun %s', async (firstRun) => {
    const { calls, violations } = await simulate({
      faultAt: () => null,
      config: simulatedConfig(firstRun),
    });
    expect(violations).toEqual([]);
    const kinds = ['list.Date', 'summary', 'send.poll', 'send.summary', 'send.delivery', 'deliver'];
    expect(calls).toEqual(expect.arrayContaining([...kinds, 'table.transact', 'table.update']));
  });
});

describe('a crash at any single call', () => {
  it('before its effect, with queues that survive, breaks no promise', async () => {
    expect(await crashAtEach('crash-before')).toEqual([]);
  });

  it('after its effect, with the messages of its queues, breaks no promise', async () => {
    expect(await crashAtEach('crash-after', { losesQueues: true })).toEqual([]);
  });

  it('of a first run that only takes stock loses nothing that came later', async () => {
    const config = simulatedConfig('baseline');
    // By then every buyer is LIVE, and nothing differs any more.
    expect(await crashAtEach('crash-after', { config, most: 150 })).toEqual([]);
  });
});

describe('many faults on one day', () => {
  const faults: readonly Fault[] = [
    'crash-before',
    'crash-after',
    'refused',
    'lost',
    'answer-lost',
    'conflict',
    'throttled',
  ];

  it.each(Array.from({ length: 40 }, (_, seed) => seed))('break no promise with seed %i', async (seed) => {
    const random = seededRandom(seed);
    const oneIn = 5 + Math.floor(random() * 60);
    const draw = (): Fault | null =>
      random() < 1 / oneIn ? (faults[Math.floor(random() * faults.length)] as Fault) : null;
    const { violations } = await simulate({
      random,
      faultAt: draw,
      losesQueues: seed % 2 === 0,
      mayFail: true,
    });
    expect(violations).toEqual([]);
  });
});

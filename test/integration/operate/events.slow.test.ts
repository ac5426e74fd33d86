import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { functions, queues, schedules } from '../../../functions/wiring.ts';
import { type BenchState, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { startReceiver } from '../../support/destinations/receiver.ts';
import { itemsIn } from '../../support/ledger/stored-items.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const directory = fileURLToPath(new URL('../../../events', import.meta.url));
// `plan-polls` before `plan-polls.by-hand`.
const files = readdirSync(directory)
  .map((file) => file.slice(0, -'.json'.length))
  .sort()
  .map((name) => `${name}.json`);
const functionOf = (file: string): string => file.split('.')[0] as string;
const readExample = (file: string) => JSON.parse(readFileSync(`${directory}/${file}`, 'utf8'));

/** In the order in which signals pass: what an event names has to be there before it. */
const inOrder = Object.keys(functions).flatMap((name) => files.filter((file) => functionOf(file) === name));

// The sandbox as it comes by default: its buyers are those that the events name.
const bench = openedForAll(() => startRunBench({ seed: 1, buyers: 60, bridges: 8, signals: 800 }));
const alarms = openedForAll(() => startReceiver());
let state: BenchState;
beforeAll(() => {
  state = newState();
});

/** With the routes that the events name, and the events' buyers alone watched. */
function newState(): BenchState {
  const state = bench.newState();
  const signingSecret = { secret: 'DIGEST_SIGNING_SECRET' };
  state.configure({
    alarms: { to: { type: 'webhook', url: alarms.url, signingSecret } },
    watch: { buyers: readExample('poll-signals.json').buyerIds, firstRun: 'send-all' },
    hot: { topByHotness: 1 },
    routes: [webhookRoute(bench.inbox, 'crm', { hot: true }), webhookRoute(bench.inbox, 'sales')],
  });
  return state;
}

const invoke = (file: string, ...flags: string[]) =>
  state.run(['invoke', functionOf(file), '--event', `${directory}/${file}`, ...flags]);

describe('the example events', () => {
  it.each(Object.keys(functions))('have one for %s, which an invocation without thinking takes', (name) => {
    expect(files).toContain(`${name}.json`);
  });

  it('have a message for each function that a queue feeds', () => {
    for (const { consumer } of Object.values(queues)) {
      const names = Object.entries(queues).flatMap(([name, wiring]) =>
        wiring.consumer === consumer ? name : [],
      );
      const [record] = readExample(`${consumer}.message.json`).Records;
      expect(names).toContain(record.eventSourceARN.split(':').at(-1));
      expect(() => JSON.parse(record.body)).not.toThrow();
    }
  });

  it('have a tick for each schedule, with what the wiring puts into it', () => {
    for (const { target, event } of Object.values(schedules)) {
      const ticks = files.filter((file) => functionOf(file) === target).map(readExample);
      expect(ticks).toContainEqual(expect.objectContaining(event));
      // A slot of long ago would be planned for: they are run now.
      expect(ticks.filter((tick) => 'slot' in tick)).toEqual([]);
    }
  });
});

describe('each example event on the local pipeline', () => {
  it('is named after a function, and run below', () => {
    expect([...inOrder].sort()).toEqual(files.toSorted());
  });

  it.each(inOrder)('%s is taken, and answered with JSON', async (file) => {
    const { exitCode, stdout, stderr } = await invoke(file);

    expect(exitCode, stderr).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  });

  it('together bring the signals of the named buyers to both routes', () => {
    const named = new Set(readExample('poll-signals.json').buyerIds);
    for (const route of ['crm', 'sales']) {
      const buyers = bench.inbox.buyers(route).map(({ buyerId }) => buyerId);
      expect(new Set(buyers)).toEqual(named);
    }
    expect(bench.inbox.problems).toEqual([]);
  });

  it('together tell of the alarm that is named', () => {
    expect(alarms.requests).toHaveLength(1);
  });
});

describe('each example event that is no message, with --dry-run', () => {
  const byHand = inOrder.filter((file) => !('Records' in readExample(file)));

  beforeAll(async () => {
    state = newState();
    // Something to do in every function: signals that wait, and nothing polled since.
    await invoke('poll-signals.json');
  });

  it.each(byHand)('%s leaves the state as it was', async (file) => {
    const before = dump();
    expect(before.length).toBeGreaterThan(0);

    const { exitCode, stderr } = await invoke(file, '--dry-run');

    expect(exitCode, stderr).toBe(0);
    expect(dump()).toEqual(before);
  });

  /** All items but the limiter's: a call upstream counts, dry run or not. */
  function dump(): unknown[] {
    const items = itemsIn(`${state.directory}/state/ledger.db`);
    return items.filter(({ sk }) => !sk.startsWith('LIMITER'));
  }
});

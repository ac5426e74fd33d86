import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BenchState, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 2, signals: 12 }));
let state: BenchState;
let buyerId: string;
/** How many digests arrived in other tests. */
let before: number;
/** Nothing was recorded in it yet. */
let empty: BenchState;
beforeAll(async () => {
  [buyerId = ''] = bench.buyerIds;
  empty = bench.newState();
  const { exitCode, stderr } = await empty.run(['invoke', 'compose-digests']);
  expect(exitCode, stderr).toBe(0);
});
beforeEach(() => {
  state = bench.newState(empty);
  before = bench.inbox.digests.length;
});

const run = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await state.run(args);
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  return stdout;
};
const jsonOf = async (...args: string[]) => JSON.parse(await run(...args, '--json'));
const because = ['--because', 'they signed last week'];
const buyersSent = (): Set<string> =>
  new Set(bench.inbox.digests.slice(before).flatMap(({ data }) => data.buyers.map((buyer) => buyer.buyerId)));

describe('a muted buyer', () => {
  let held: BenchState;

  it('is held until its end, and everything else is sent', async () => {
    const told = await run('mute', 'buyer', buyerId.toUpperCase(), '--until', '3 days', ...because);
    expect(told).toMatch(
      new RegExp(
        `^buyer ${buyerId} is muted until \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC \\(in [23] days\\)\\.\\n` +
          ' {2}No signal waits for its end yet\\.\\n$',
      ),
    );

    await state.runOnce();

    const others = bench.buyerIds.filter((id) => id !== buyerId);
    expect(buyersSent()).toEqual(new Set(others));
    const [{ signalsWaiting: waiting, muted }] = (await jsonOf('status')).routes;
    expect(waiting).toBeGreaterThan(0);
    expect(muted).toMatchObject([{ kind: 'buyer', id: buyerId, signals: waiting }]);
    expect(await run('status', 'all')).toContain(`  ${waiting} signals muted until `);
    expect(await run('status')).toContain(`${waiting} of them muted`);
    const { mutes } = await jsonOf('mute', '--list');
    expect(mutes).toMatchObject([
      {
        kind: 'buyer',
        id: buyerId,
        because: 'they signed last week',
        signals: waiting,
        routes: [{ routeId: 'all', signals: waiting }],
      },
    ]);
    expect(await run('mutes')).toMatch(
      new RegExp(
        `^buyer ${buyerId} \\(.+\\): until .+ UTC \\(in 2 days\\), because they signed last week\\n` +
          ` {2}${waiting} signals \\(all ${waiting}\\) wait for its end, and for the next digest after it\\.\\n$`,
      ),
    );
    held = state;
  });

  it('is sent with the next run once the mute is ended', async () => {
    state = held;

    expect(await run('unmute', 'buyer', buyerId)).toMatch(
      new RegExp(
        `^buyer ${buyerId} \\(.+\\) is no longer muted\\.\\n {2}\\d+ signals \\(all \\d+\\) will go out with the next digests, unless another mute or a flood rule holds them\\.\\n$`,
      ),
    );
    await state.runOnce();

    expect(buyersSent()).toEqual(new Set([buyerId]));
    expect(await run('mute', 'list')).toBe('Nothing is muted.\n');
    expect(await run('unmute', 'buyer', buyerId)).toMatch(
      /^buyer \S+ \(.+\) is not muted, so there is nothing to end\.\n$/,
    );
  });
});

describe('a buyer or a bridge is muted by its name', () => {
  let recorded: BenchState;
  beforeAll(async () => {
    recorded = bench.newState();
    expect((await recorded.run(['run', '--once'])).exitCode).toBe(0);
  });
  beforeEach(() => {
    state = bench.newState(recorded);
  });
  const muting = ['--until', '3 days', ...because];

  it('as digests show it, in whatever letters, and the mute is ended by it', async () => {
    const [{ buyerId: id = '', name = '' } = {}] = bench.sandbox.world.buyers;

    expect(await run('mute', 'buyer', name.toUpperCase(), ...muting)).toContain(
      `buyer ${id} (${name}) is muted until `,
    );
    expect(await jsonOf('mute', '--list')).toMatchObject({ mutes: [{ kind: 'buyer', id, name }] });
    // As a message calls a buyer without a name.
    expect(await run('mute', 'buyer', `Unnamed buyer ${id.slice(0, 8)}`, ...muting)).toContain(id);
    expect(await run('unmute', 'buyer', name)).toContain(`buyer ${id} (${name}) is no longer muted.`);
    expect(await run('unmute', 'buyer', name)).toContain(`buyer ${id} (${name}) is not muted`);
  });

  it('and one that is misspelt is refused with the nearest', async () => {
    const [{ name = '' } = {}] = bench.sandbox.world.buyers;
    for (const misspelt of [`${name}x`, name.slice(0, -5)]) {
      const { exitCode, stderr } = await state.run(['mute', 'buyer', misspelt, ...muting]);

      expect(exitCode).toBe(2);
      expect(stderr).toBe(
        `signalpost: NAME: found "${misspelt}", which is no known buyer; did you mean "${name}"?\n`,
      );
    }
    expect(await run('mute', '--list')).toBe('Nothing is muted.\n');
  });
});

it('mute replaces an earlier one, and says what it holds', async () => {
  state.configure({
    routes: [{ ...webhookRoute(bench.inbox, 'all'), when: { cron: '0 8 1 1 ? *', timezone: 'UTC' } }],
  });
  await run('mute', 'route', 'all', '--until', '3 days', ...because);
  const polled = await state.run(['invoke', 'plan-polls']);
  expect(polled.exitCode, polled.stderr).toBe(0);

  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const end = `${dayIn(9)}T08:00:00+01:00`;
  const told = await run('mute', 'route', 'all', '--until', end, '--because', 'a move');

  expect(told).toMatch(
    new RegExp(`^route all is muted until ${dayIn(9)} 07:00 UTC \\(in \\d+ days\\)\\.\\n`),
  );
  expect(told).toMatch(
    /\n {2}\d+ signals \(all \d+\) wait for its end, and for the next digest after it\.\n$/,
  );
  expect(await jsonOf('mute', 'route', 'all', '--until', `${dayIn(10)}T08:00:00Z`, ...because)).toMatchObject(
    {
      kind: 'route',
      id: 'all',
      until: `${dayIn(10)}T08:00:00.000Z`,
      because: 'they signed last week',
      routes: [{ routeId: 'all', signals: expect.any(Number) }],
    },
  );
  expect((await jsonOf('mute', '--list')).mutes).toHaveLength(1);
  expect(await run('resume', 'all')).toMatch(
    new RegExp(`\\n {2}\\d+ signals wait until ${dayIn(10)} 08:00 UTC, since route all is muted\\.\\n$`),
  );
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BenchState, countsOf, type RunBench, startRunBench } from '../../support/commands/run-bench.ts';
import { listSignals } from '../../support/upstream/listed-signals.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../support/upstream/upstream-proxy.ts';

const window = { relativeDatePeriodFrom: 'LastThreeMonths' };

/** The sandbox's README: each twentieth buyer has no row at the start. */
const untrackedBuyer = ({ buyerIds }: RunBench): string => buyerIds[19] ?? '';

describe('a list that moves while it is read', () => {
  let bench: RunBench;
  let proxy: UpstreamProxy;
  let state: BenchState;
  let buyerId: string;
  let unused: string[];
  let before: number;
  beforeAll(async () => {
    bench = await startRunBench({ buyers: 4, signals: 0 });
    proxy = await startUpstreamProxy(bench.sandbox.url);
    unused = [...bench.buyerIds];
  });
  afterAll(async () => {
    await proxy.close();
    await bench.close();
  });
  beforeEach(async () => {
    buyerId = unused.pop() ?? '';
    await bench.control('signals', { count: 45, buyerId });
    state = bench.newState();
    state.configure({
      api: { baseUrl: proxy.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      watch: { buyers: [buyerId], firstRun: 'send-all' },
    });
    before = bench.inbox.signals().length;
  });

  const taken = () => bench.inbox.signals().slice(before).sort();
  const newest = async () => (await listSignals(bench.sandbox, buyerId, window))[0] ?? '';
  const actOn = async (signal: string) => {
    await bench.control(`rows/${signal.split('/')[1]}/status`, { status: 'Actioned' });
    return signal;
  };
  /** Does something after page 1 was answered and before page 2 is, so often at most. */
  const betweenPages = (times: number, act: () => Promise<unknown>) => {
    let done = 0;
    proxy.before = async ({ path }) => {
      const query = new URL(path, proxy.url).searchParams;
      if (query.get('pageNumber') === '2' && done < times) {
        done += 1;
        await act();
      }
      return undefined;
    };
    return () => done;
  };

  it('costs no other signal when somebody acts on a row, which shifts the others up', async () => {
    const listed = await listSignals(bench.sandbox, buyerId, window);
    let gone = '';
    const acted = betweenPages(1, async () => {
      gone = await actOn(await newest());
    });

    const result = await state.runOnce();

    expect(result.exitCode, result.stderr).toBe(0);
    expect(acted()).toBe(1);
    expect(listed).toHaveLength(45);
    expect(taken().filter((signal) => signal !== gone)).toEqual(
      listed.filter((signal) => signal !== gone).sort(),
    );
  });

  it('costs none and repeats none when a signal arrives, which shifts the others down', async () => {
    const acted = betweenPages(1, () =>
      bench.control('signals', { buyerId, signalDate: '2026-11-21T07:59:59Z' }),
    );

    const result = await state.runOnce();

    expect(result.exitCode, result.stderr).toBe(0);
    expect(acted()).toBe(1);
    expect(taken()).toEqual((await listSignals(bench.sandbox, buyerId, window)).sort());
    expect(taken()).toHaveLength(46);
  });

  it('fails the run when it never stands still, and the next one makes it good', async () => {
    const listed = await listSignals(bench.sandbox, buyerId, window);
    const gone: string[] = [];
    const acted = betweenPages(3, async () => gone.push(await actOn(await newest())));

    const first = await state.runOnce();
    const second = await state.runOnce();

    expect([first.exitCode, second.exitCode]).toEqual([1, 0]);
    expect(first.stderr).toContain(`buyer ${buyerId}: the list kept changing while it was read`);
    expect(acted()).toBe(3);
    const left = listed.filter((signal) => !gone.includes(signal)).sort();
    expect(taken().filter((signal) => !gone.includes(signal))).toEqual(left);
  });
});

describe('buyers that only a watched bridge names', () => {
  let bench: RunBench;
  beforeAll(async () => {
    bench = await startRunBench({ buyers: 20, signals: 150 });
  });
  afterAll(() => bench.close());

  const watchFirstBridge = (baseUrl: string): BenchState => {
    const state = bench.newState();
    state.configure({
      api: { baseUrl, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      watch: { bridges: bench.bridgeIds.slice(0, 1), firstRun: 'send-all' },
    });
    return state;
  };
  const expectedOf = async (buyerIds: Iterable<string>) => {
    const lists: string[] = [];
    for (const buyerId of buyerIds) lists.push(...(await listSignals(bench.sandbox, buyerId, window)));
    return lists.sort();
  };
  const rowBuyers = async (): Promise<Set<string>> => {
    const answer = await fetch(
      `${bench.sandbox.url}/api/external/bridge/${bench.bridgeIds[0]}/row?pageSize=100`,
      {
        method: 'PUT',
        headers: { authorization: `Bearer ${bench.sandbox.token}`, 'content-type': 'application/json' },
        body: '{}',
      },
    );
    const { totalPages, result } = (await answer.json()) as {
      totalPages: number;
      result: { buyerId?: string }[];
    };
    expect(totalPages).toBe(1);
    return new Set(result.flatMap((row) => row.buyerId ?? []));
  };

  it('are polled, and so is one whose first row arrives later', async () => {
    const state = watchFirstBridge(bench.sandbox.url);
    const known = await rowBuyers();
    const expectedFirst = await expectedOf(known);

    const first = await state.runOnce();
    const afterFirst = bench.inbox.signals().sort();
    await bench.control('signals', { buyerId: untrackedBuyer(bench), bridgeId: bench.bridgeIds[0] });
    const second = await state.runOnce();

    expect([first.exitCode, second.exitCode], first.stderr + second.stderr).toEqual([0, 0]);
    expect(countsOf(first).buyersPolled).toBe(known.size);
    expect(known.size).toBeGreaterThan(4);
    expect(known).not.toContain(untrackedBuyer(bench));
    expect(afterFirst).toEqual(expectedFirst);
    expect(bench.inbox.signals()).toHaveLength(expectedFirst.length + 1);
    expect(bench.inbox.signals().sort()).toEqual(await expectedOf(await rowBuyers()));
  });

  it('are polled on a server that answers 400 to the sort by rowUpdatedAt, which is asked once', async () => {
    const proxy = await startUpstreamProxy(bench.sandbox.url);
    let refused = 0;
    proxy.before = async ({ body }) => {
      if (!body.includes('rowUpdatedAt')) return undefined;
      refused += 1;
      return { status: 400 };
    };
    const state = watchFirstBridge(proxy.url);
    const before = bench.inbox.signals().length;

    const runs = [await state.runOnce(), await state.runOnce()];
    const [buyerId] = await rowBuyers();
    await bench.control('signals', { buyerId, count: 2 });
    runs.push(await state.runOnce());
    await proxy.close();

    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(refused).toBe(1);
    expect(bench.inbox.signals().slice(before).sort()).toEqual(await expectedOf(await rowBuyers()));
    expect(bench.inbox.problems).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ComposeRequest, ComposeResult } from '../../../functions/compose-digests/compose-digests.ts';
import { type SweepDuePorts, sweepDue } from '../../../functions/compose-digests/sweep-due.ts';
import { noMessages } from '../../../shared/domain/routes/pace.ts';
import { composeNow } from '../../support/functions/compose-ports.ts';
import { morningRoute } from '../../support/functions/example-routes.ts';

const slot = '2026-11-21T08:05:00.000Z';
const lateSlot = '2026-11-21T08:00:00.000Z';
const pointer = { routeId: 'crm', slot: lateSlot, part: 1 };
const routes = [morningRoute, { ...morningRoute, id: 'sales' }];

function open(
  over: Partial<SweepDuePorts> = {},
  { waiting = 0, delayed = [] }: Partial<Pick<ComposeResult, 'waiting' | 'delayed'>> = {},
) {
  const told: string[] = [];
  const composed: ComposeRequest[] = [];
  const ports: SweepDuePorts = {
    clock: { now: () => composeNow, sleep: async () => undefined },
    observe: (observation) => void told.push(observation.kind),
    routes,
    listDue: async (until) => ({
      digests: until === composeNow ? [pointer] : [],
      summaries: ['buyer'],
      values: ['buyer', 'other'],
      lateRoutes: ['crm', 'sales'],
      waiting: [],
    }),
    nextSlot: () => null,
    readOldestEntries: async () => [],
    listMutes: async () => [],
    readSent: async () => noMessages,
    listOwed: async () => [],
    markLate: async () => undefined,
    readRoute: async () => ({ state: 'ENABLED' }),
    registerRoutes: async () => undefined,
    listRoutes: async () => [],
    placeMisplaced: async () => 0,
    releaseResumed: async () => 0,
    countVanished: async () => [],
    sendDigests: async (pointers) => void told.push(`send ${JSON.stringify(pointers)}`),
    sendSummaryRequests: async (messages) => void told.push(`ask ${JSON.stringify(messages)}`),
    sendPolls: async (messages) => void told.push(`poll ${JSON.stringify(messages)}`),
    readLate: async (routeId) => ({ routeId, slot: lateSlot }),
    clearLate: async (late) => void told.push(`clear ${late.routeId}`),
    compose: async (request) => {
      composed.push(request);
      const { route } = request;
      return {
        routeId: route.id,
        slot,
        state: 'ENABLED',
        digests: [],
        waiting,
        delayed,
        setAside: 0,
      };
    },
    ...over,
  };
  const sweep = (dryRun = false, deadline = Number.POSITIVE_INFINITY) =>
    sweepDue(ports, { slot, dryRun, deadline });
  return { sweep, told, composed };
}

describe('the sweep', () => {
  it('sends pointers to what is due once more', async () => {
    const { sweep, told } = open();
    expect(await sweep()).toMatchObject({ digests: 1, summaries: 1 });
    const poll = (buyerId: string) => `{"slot":"${slot}","buyerIds":["${buyerId}"],"values":true}`;
    expect(told.slice(0, 4)).toEqual([
      `send ${JSON.stringify([pointer])}`,
      'ask [{"buyerId":"buyer"}]',
      `poll [${poll('buyer')},${poll('other')}]`,
      'swept',
    ]);
  });

  it('takes a few of each route in turn, so that the backlog of one delays no other', async () => {
    const part = (routeId: string, number: number) => ({ routeId, slot: lateSlot, part: number });
    const many = Array.from({ length: 116 }, (_, index) => part('crm', index + 1));
    const sent: unknown[] = [];
    const { sweep } = open({
      listDue: async () => ({
        digests: [...many, part('sales', 1), part('sales', 2)],
        summaries: [],
        values: [],
        lateRoutes: [],
        waiting: [],
      }),
      sendDigests: async (pointers) => void sent.push(...pointers),
    });
    expect(await sweep()).toMatchObject({ digests: 52 });
    expect(sent.slice(0, 5)).toEqual([
      part('crm', 1),
      part('sales', 1),
      part('crm', 2),
      part('sales', 2),
      part('crm', 3),
    ]);
    expect(sent).toHaveLength(52);
  });

  it('composes a late slot with what was seen until then, and clears its mark', async () => {
    const { sweep, told, composed } = open();
    await sweep();
    expect(composed[0]).toMatchObject({ route: routes[0], slot, lateSlot, seenUntil: Date.parse(lateSlot) });
    expect(told.slice(4)).toEqual(['pending-checked', 'clear crm', 'clear sales']);
  });

  it.each<[string, boolean, number | null, Pick<ComposeRequest, 'slot' | 'owesReceipt'>]>([
    ['under the slot that owes a receipt', true, null, { slot: lateSlot, owesReceipt: true }],
    ['under its own slot where none is owed', false, null, { slot }],
    ['under its own slot once the next one has come', true, composeNow, { slot }],
  ])('composes a late slot %s', async (_, receipt, next, under) => {
    const { sweep, composed } = open({
      routes: [{ ...morningRoute, receipt: true }],
      nextSlot: () => next,
      readLate: async (routeId) => ({ routeId, slot: lateSlot, receipt }),
    });
    await sweep();
    expect(composed).toHaveLength(1);
    expect(composed[0]).toMatchObject({ lateSlot, ...under });
    expect(composed[0]?.owesReceipt).toBe(under.owesReceipt);
  });

  it.each([
    ['waits', { waiting: 1 }],
    ['is delayed', { delayed: [{ reason: 'muted', until: composeNow + 1, signals: 1 } as const] }],
  ])('keeps the mark while something still %s', async (_, left) => {
    const { sweep, told } = open({}, left);
    await sweep();
    expect(told.filter((what) => what.startsWith('clear'))).toEqual([]);
  });

  it('passes over a route that is not in the config, and a mark that was cleared meanwhile', async () => {
    const gone = open({ routes: [] });
    expect(await gone.sweep()).toMatchObject({ late: [] });
    const cleared = open({ readLate: async () => null });
    expect(await cleared.sweep()).toMatchObject({ late: [] });
    expect([...gone.composed, ...cleared.composed]).toEqual([]);
  });

  it('tries every late route, and then fails for the one that failed', async () => {
    const { sweep, told } = open({
      compose: async ({ route }) => {
        if (route.id === 'crm') throw new Error('crm is ill');
        return {
          routeId: route.id,
          slot,
          state: 'ENABLED',
          digests: [],
          waiting: 0,
          delayed: [],
          setAside: 0,
        };
      },
    });
    await expect(sweep()).rejects.toThrow('crm is ill');
    expect(told.slice(4)).toEqual(['pending-checked', 'clear sales']);
  });

  it('gives each late route its share of what is left, whatever the one before it used up', async () => {
    let now = composeNow;
    const given: (readonly [string, number])[] = [];
    const { sweep } = open({
      clock: { now: () => now, sleep: async () => undefined },
      compose: async ({ route, deadline }) => {
        given.push([route.id, deadline - now]);
        now = deadline;
        throw new Error(`${route.id}: no time left`);
      },
    });
    await expect(sweep(false, composeNow + 240_000)).rejects.toThrow('crm: no time left');
    expect(given).toEqual([
      ['crm', 120_000],
      ['sales', 120_000],
    ]);
  });

  it('composes what is late although what is pending could not be looked after, and then fails', async () => {
    const registerRoutes = () => Promise.reject(new Error('the registry is ill'));
    const { sweep, composed } = open({ registerRoutes });
    await expect(sweep()).rejects.toThrow('the registry is ill');
    expect(composed.map(({ route }) => route.id)).toEqual(['crm', 'sales']);
  });

  it('in a dry run sends, writes and tells nothing', async () => {
    const { sweep, told, composed } = open();
    expect(await sweep(true)).toMatchObject({ digests: 1, summaries: 1 });
    expect(told).toEqual([]);
    expect(composed.every(({ dryRun }) => dryRun)).toBe(true);
  });
});

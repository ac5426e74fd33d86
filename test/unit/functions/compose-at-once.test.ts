import { describe, expect, it } from 'vitest';
import { askToCompose } from '../../../functions/ask-to-compose.ts';
import { pollSignals } from '../../../functions/poll-signals/poll-signals.ts';
import type { PollSettings } from '../../../functions/poll-signals/ports.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { QueueUnavailableError } from '../../../shared/runtime/queue.ts';
import { buyerA } from '../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';
import { openFunctions } from '../../support/functions/open-functions.ts';
import { fakePolling, listed, pagesOf } from '../../support/functions/poll-ports.ts';

const hotRule = { topByHotness: 1, columns: [] };

/** Polls one signal, the buyer's hottest unless told otherwise. */
async function pollOne(
  settings: Partial<PollSettings>,
  { isFetched = false, dryRun = false }: { readonly isFetched?: boolean; readonly dryRun?: boolean } = {},
): Promise<readonly string[]> {
  const list = [pagesOf([listed(1)])];
  const { ports, told } = fakePolling({ date: list, hotness: list }, { hot: hotRule, ...settings });
  const own = { ...ports, requestSummary: async () => isFetched };
  await pollSignals(own, { buyerIds: [buyerA], dryRun, deadline: Number.POSITIVE_INFINITY });
  return told.filter((one) => one === 'ask to compose');
}

describe('a hot signal that is recorded', () => {
  it('is composed at once if its route sends immediately', async () => {
    expect(await pollOne({ routes: [immediateRoute] })).toEqual(['ask to compose']);
  });

  it('waits for its summary first, if it waits at all', async () => {
    const routes = [immediateRoute];
    expect(await pollOne({ routes, summaryWaitMs: 600_000 }, { isFetched: true })).toEqual([]);
    expect(await pollOne({ routes, summaryWaitMs: 0 }, { isFetched: true })).toEqual(['ask to compose']);
  });

  it.each<[string, Partial<PollSettings>]>([
    ['is not hot', { routes: [immediateRoute], hot: { topByHotness: 0, columns: [] } }],
    ['goes to a route with a time of its own', { routes: [morningRoute] }],
    ['goes to a route that gathers', { routes: [{ ...immediateRoute, gather: '2 minutes' }] }],
    ['goes to no route', { routes: [{ ...immediateRoute, match: { hot: false } }] }],
  ])('asks for nothing if it %s', async (_, settings) => expect(await pollOne(settings)).toEqual([]));

  it('asks for nothing in a dry run', async () => {
    expect(await pollOne({ routes: [immediateRoute] }, { dryRun: true })).toEqual([]);
  });
});

describe('asking for digests', () => {
  function open(routes: readonly Route[], failure?: Error) {
    const { ports, observed, queued } = openFunctions({ config: { routes } });
    const broken = { send: () => Promise.reject(failure) };
    const ask = () => askToCompose(failure ? { ...ports, queue: () => broken } : ports);
    return { ask, observed, queued };
  }

  it('sends a message to the compose queue', async () => {
    const { ask, queued } = open([immediateRoute]);
    await ask();
    expect(queued.compose).toEqual([{ immediate: true }]);
  });

  it('sends none if no route sends immediately', async () => {
    await open([morningRoute], new Error('nobody had to send')).ask();
  });

  it('tells that it failed, and fails nothing: the sweep composes', async () => {
    const { ask, observed } = open([immediateRoute], new QueueUnavailableError('gone'));
    await ask();
    expect(observed).toMatchObject([
      { kind: 'not-composed-at-once', problem: expect.stringContaining('gone') },
    ]);
  });

  it('passes on an error of the program', async () => {
    const { ask } = open([immediateRoute], new TypeError('wrong'));
    await expect(ask()).rejects.toThrow('wrong');
  });
});

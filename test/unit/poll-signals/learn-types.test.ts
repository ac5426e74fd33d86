import { describe, expect, it } from 'vitest';
import { pollSignals } from '../../../functions/poll-signals/poll-signals.ts';
import { listsTypes } from '../../../functions/poll-signals/type-source.ts';
import type { BridgeApi } from '../../../shared/bridge-api/index.ts';
import { TransportError, UpstreamPausedError } from '../../../shared/domain/errors.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { exampleSummary } from '../../support/examples/example-digest.ts';
import { bridgeId, buyerA } from '../../support/examples/example-signals.ts';
import { fakePolling, listed, pagesOf } from '../../support/functions/poll-ports.ts';
import { createFakeService, pageOf, signalOf } from '../bridge-api/fake-service.ts';

const request = { buyerIds: [buyerA], dryRun: false, deadline: Number.POSITIVE_INFINITY };
const to = { type: 'slack', webhookUrl: { secret: 'S' } } as const;
const routes: readonly Route[] = [
  { id: 'tenders', match: { types: ['RFP'] }, when: 'immediately', to },
  { id: 'meetings', match: { types: ['Meeting'] }, when: 'immediately', to },
];
const news = (...items: Parameters<typeof listed>[]) =>
  fakePolling({ date: [pagesOf(items.map((item) => listed(...item)))] }, { routes });

describe('the filter type of a bridge', () => {
  it('is learned once its first signals are recorded, for every route that may match', async () => {
    const polling = news([1], [2]);

    await pollSignals(polling.ports, request);

    expect(polling.recorded.map(({ routeIds }) => routeIds)).toEqual([
      ['tenders', 'meetings'],
      ['tenders', 'meetings'],
    ]);
    expect(polling.types).toEqual(new Map([[bridgeId, 'Meeting']]));
    expect(polling.typesAsked).toEqual(['RFP,Meeting behind 2', 'RFP behind 2', 'Meeting behind 2']);
  });

  it('then decides, and is not asked for again', async () => {
    const polling = news([1, { bridgeId: bridgeId.toUpperCase() }]);
    polling.types.set(bridgeId, 'Meeting');

    await pollSignals(polling.ports, request);

    expect(polling.recorded.map(({ routeIds }) => routeIds)).toEqual([['meetings']]);
    expect(polling.typesAsked).toEqual([]);
  });

  it('is not asked for where signals show it, nor where no route needs it', async () => {
    const shown = news([1, { filterType: 'RFP' }]);
    shown.types.set(bridgeId, 'Meeting');
    const unwanted = news([1]);
    const types = { ...unwanted.ports.types, areWanted: false };

    await pollSignals(shown.ports, request);
    await pollSignals({ ...unwanted.ports, types }, request);

    expect(shown.recorded.map(({ routeIds }) => routeIds)).toEqual([['tenders']]);
    expect([shown.typesAsked, unwanted.typesAsked]).toEqual([[], []]);
  });

  it("is taken from the buyer's summary where that names the bridge", async () => {
    const polling = news([1]);
    const source = {
      entryId: null,
      entryName: null,
      triggerId: bridgeId,
      triggerType: 'RFP',
      triggerName: null,
    };
    const section = { title: null, text: null, sources: [source] };
    polling.summary = exampleSummary({ whatsRecent: { intro: null, sections: [section] } });

    await pollSignals(polling.ports, request);

    expect([polling.types.get(bridgeId), polling.typesAsked]).toEqual(['RFP', []]);
  });

  it('may fail: every signal is recorded, the poll succeeds, and it is told', async () => {
    const polling = news([1]);
    const areListed = () => Promise.reject(new TransportError('TIMEOUT', 'timed out'));

    const answer = await pollSignals(
      { ...polling.ports, types: { ...polling.ports.types, areListed } },
      request,
    );

    expect(answer).toMatchObject({ recorded: 1, failed: [] });
    expect(polling.observed).toContainEqual({ kind: 'type-failed', bridgeId, problem: 'timed out' });
    expect(polling.types).toEqual(new Map());
  });

  it('is asked for no further bridge once calls are paused, and fails by a fault of ours like everything else', async () => {
    const other = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a0';
    const items = [10, 11, 12, 13, 14, 15].map((end) => [end, { bridgeId: `${other}${end}` }] as const);
    const polling = news(...items.map(([id, over]): Parameters<typeof listed> => [id, over]));
    let asked = 0;
    const failing = (error: Error) => {
      const areListed = () => {
        asked += 1;
        return Promise.reject(error);
      };
      return { ...polling.ports, upstreamProblem, types: { ...polling.ports.types, areListed } };
    };
    const upstreamProblem = (error: unknown) => (error instanceof UpstreamPausedError ? 'paused' : null);

    await pollSignals(failing(new UpstreamPausedError('failing', 0)), request);
    expect(asked).toBeLessThan(items.length);
    polling.known.clear();
    await expect(pollSignals(failing(new TypeError('ours')), request)).rejects.toThrow('ours');
  });
});

describe("a buyer's list filtered by types", () => {
  const query = { buyerId: buyerA, bridgeId, types: ['RFP', 'Meeting'] };
  const lists = (api: BridgeApi) => listsTypes(api, query, Number.MAX_SAFE_INTEGER);

  it('is asked for one signal of the bridge, of whatever status, in the lane of columns', async () => {
    const purposes: (string | undefined)[] = [];
    const note = async ({ purpose }: { readonly purpose?: string | undefined }) =>
      void purposes.push(purpose);
    const item = signalOf({}, { bridgeId: bridgeId.toUpperCase() });
    const { api, sent } = createFakeService([{ json: pageOf([item]) }], {
      gate: { admit: note, report: note },
    });

    expect(await lists(api)).toBe(true);

    const { searchParams: asked } = new URL(sent[0]?.url ?? '');
    expect(asked.get('triggerIds')).toBe(bridgeId);
    expect(asked.getAll('filterType')).toEqual(['RFP', 'Meeting']);
    expect([asked.getAll('status').length, asked.get('pageSize')]).toEqual([6, '1']);
    expect(purposes).toEqual(['columns', 'columns']);
  });

  it.each([
    ['is empty', pageOf([]), false],
    ['shows another bridge', pageOf([signalOf({}, { bridgeId: buyerA })]), null],
    ['counts a signal that it does not show', pageOf([], { totalItems: 1 }), null],
  ])('tells nothing wrong where it %s', async (_, json, expected) => {
    expect(await lists(createFakeService([{ json }]).api)).toBe(expected);
  });
});

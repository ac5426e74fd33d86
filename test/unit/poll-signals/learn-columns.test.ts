import { describe, expect, it } from 'vitest';
import { listColumns } from '../../../functions/poll-signals/column-source.ts';
import { pollSignals } from '../../../functions/poll-signals/poll-signals.ts';
import { TransportError, UpstreamPausedError } from '../../../shared/domain/errors.ts';
import { bridgeId, buyerA } from '../../support/examples/example-signals.ts';
import {
  exampleColumn,
  type FakePolling,
  fakePolling,
  listed,
  pagesOf,
  pollNow,
} from '../../support/functions/poll-ports.ts';
import { createFakeService } from '../bridge-api/fake-service.ts';

const otherBridge = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a002';
const request = { buyerIds: [buyerA], dryRun: false, deadline: Number.POSITIVE_INFINITY };
const news = () =>
  fakePolling({ date: [pagesOf([listed(1), listed(2, { bridgeId: bridgeId.toUpperCase() })])] });
const learnings = ({ columnsAsked }: FakePolling) => columnsAsked;

describe('the columns of a bridge', () => {
  it('are learned once its new signals are recorded, once however many there are', async () => {
    const polling = news();

    await pollSignals(polling.ports, request);

    expect(learnings(polling)).toEqual([`${bridgeId} behind 2`]);
    expect(polling.columns.get(bridgeId)).toEqual([exampleColumn]);
  });

  it.each([
    ['nothing is new', (polling: FakePolling) => ['1', '2'].forEach((id) => void polling.known.add(id))],
    ['they are known', (polling: FakePolling) => polling.columns.set(bridgeId, [])],
    ['calls are paused', pausedBehindFirstPage],
  ])('are not asked for where %s', async (_, change) => {
    const polling = news();
    change(polling);

    await pollSignals(polling.ports, request);

    expect(learnings(polling)).toEqual([]);
  });

  it('are not asked for by a dry run, for a baseline, nor for an id that the service can not be asked about', async () => {
    const dry = news();
    const odd = fakePolling({ date: [pagesOf([listed(1, { bridgeId: '..' })])] });
    const first = news();
    first.buyer = { ...first.buyer, state: 'BASELINING', baselineAt: null, lastCompleteAt: null };

    await pollSignals(dry.ports, { ...request, dryRun: true });
    await pollSignals(odd.ports, request);
    await pollSignals(first.ports, request);

    expect([dry, odd, first].map(learnings)).toEqual([[], [], []]);
    expect(first.recorded).toHaveLength(2);
  });

  it('may fail: every signal is recorded, the poll succeeds, and it is told', async () => {
    const polling = news();
    const { columns } = polling.ports;
    const list = () => Promise.reject(new TransportError('TIMEOUT', 'timed out'));

    const answer = await pollSignals({ ...polling.ports, columns: { ...columns, list } }, request);

    expect(answer).toMatchObject({ polled: 1, recorded: 2, failed: [] });
    expect(polling.completed).toHaveLength(1);
    expect(polling.observed.filter(({ kind }) => kind === 'columns-failed')).toEqual([
      { kind: 'columns-failed', bridgeId, problem: 'timed out' },
    ]);
  });

  it('take 20 seconds at most, and less where the time is short', async () => {
    const deadlines: number[] = [];
    for (const deadline of [Number.POSITIVE_INFINITY, pollNow + 5_000]) {
      const polling = news();
      const list = async (_: string, until: number) => {
        deadlines.push(until - pollNow);
        return [];
      };
      await pollSignals(
        { ...polling.ports, columns: { ...polling.ports.columns, list } },
        { ...request, deadline },
      );
    }
    expect(deadlines).toEqual([20_000, 5_000]);
  });

  it('fail by a fault of ours like everything else', async () => {
    const polling = news();
    const list = () => Promise.reject(new TypeError('ours'));
    const ports = { ...polling.ports, columns: { ...polling.ports.columns, list } };

    await expect(pollSignals(ports, request)).rejects.toThrow('ours');
  });
});

function pausedBehindFirstPage(polling: FakePolling): void {
  const error = new UpstreamPausedError('failing', 0);
  const { ports } = polling;
  Object.assign(ports, {
    upstreamProblem: () => 'paused',
    // biome-ignore lint/correctness/useYield: the pause ends the list at once.
    signalPages: async function* () {
      throw error;
    },
  });
}

describe('a signal whose deadline has passed', () => {
  const ranked = { hot: { topByHotness: 1, columns: [{ name: 'Match Score', atLeast: 80 }] } };
  const dueAt = (due: string, over = {}) => listed(1, { columns: { Due: due, ...over } });
  const hotness = async (due: string, zones: readonly string[], over = {}) => {
    const item = dueAt(due, over);
    const routes = zones.map((timezone, index) => ({
      ...{ id: `r${index}`, match: {}, when: 'immediately' as const, timezone },
      to: { type: 'slack', webhookUrl: { secret: 'S' } } as const,
    }));
    const polling = fakePolling(
      { date: [pagesOf([item])], hotness: [pagesOf([item])] },
      { ...ranked, routes },
    );
    await pollSignals(polling.ports, request);
    const [signal] = polling.recorded;
    return [signal?.hot, signal?.hotnessRank];
  };

  it('is not hot by its rank, which is kept', async () => {
    expect(await hotness('2026-11-20', ['UTC'])).toEqual([false, 1]);
    expect(await hotness('2026-11-22', ['UTC'])).toEqual([true, 1]);
  });

  it('is judged in UTC by a config without routes', async () => {
    expect(await hotness('2026-11-20', [])).toEqual([false, 1]);
  });

  it('is open as long as its day is in the zone of one route', async () => {
    // It is Nov 21, 08:00 in UTC.
    expect(await hotness('2026-11-20', ['UTC', 'Pacific/Pago_Pago'])).toEqual([true, 1]);
    expect(await hotness('2026-11-20', ['UTC', 'Asia/Tokyo'])).toEqual([false, 1]);
  });

  it('is hot by a column all the same', async () => {
    expect(await hotness('2026-11-20', ['UTC'], { 'Match Score': 90 })).toEqual([true, 1]);
  });

  it('has none in a column that the metadata calls a number', async () => {
    const item = dueAt('2026-11-20');
    const polling = fakePolling({ date: [pagesOf([item])], hotness: [pagesOf([item])] }, ranked);
    polling.columns.set(bridgeId, [{ ...exampleColumn, format: 'number' }]);
    await pollSignals(polling.ports, request);

    expect(polling.recorded[0]?.hot).toBe(true);
  });

  it('knows the columns of each bridge apart', async () => {
    const items = [dueAt('2026-11-20'), listed(2, { bridgeId: otherBridge, columns: { Due: '2026-11-20' } })];
    const rule = { hot: { topByHotness: 2, columns: [] } };
    const polling = fakePolling({ date: [pagesOf(items)], hotness: [pagesOf(items)] }, rule);
    polling.columns.set(otherBridge, [{ ...exampleColumn, format: 'number' }]);
    await pollSignals(polling.ports, request);

    expect(polling.recorded.map(({ hot }) => hot)).toEqual([false, true]);
  });
});

describe('what metadata says of a column', () => {
  const item = (column: object, over: object = {}) => ({
    ...{ columnId: 'c', bridgeId, additionalFields: [], column },
    ...over,
  });
  const readAll = async (...items: object[]) =>
    listColumns(createFakeService([{ json: items }]).api, bridgeId, Number.MAX_SAFE_INTEGER);

  it('is its format, its currency and the labels that differ from their values', async () => {
    const fieldFormat = {
      ...{ baseFormat: 'enumeration', currency: 'USD' },
      enumerationValues: [
        { value: 'RFP_OPEN_2', label: 'Open' },
        { value: 'Same', label: 'Same' },
        { value: null, label: 'None' },
      ],
    };
    expect(await readAll(item({ name: 'Stage', fieldFormat }), item({ name: '' }))).toEqual([
      {
        ...exampleColumn,
        name: 'Stage',
        format: 'enumeration',
        currency: 'USD',
        labels: { RFP_OPEN_2: 'Open' },
      },
    ]);
  });

  it.each([
    [{ webAgentModel: 'Pro' }, {}],
    [{}, { prompt: 'Why does it matter?' }],
  ])('is that an analysis fills it in: %j %j', async (over, column) => {
    expect(await readAll(item({ name: 'Why', ...column }, over))).toMatchObject([{ analysed: true }]);
  });

  it.each([
    { webhookUrl: 'https://hooks.example.com/secret-token' },
    { emailGenerationSettings: { emailBodyTemplate: 'secret-token' } },
    { linkSettings: { sourceBridgeId: bridgeId } },
  ])('is that it is internal, and nothing of its settings: %j', async (settings) => {
    const columns = await readAll(item({ name: 'Push' }, settings));

    expect(columns).toEqual([{ ...exampleColumn, name: 'Push', format: null, internal: true }]);
    expect(JSON.stringify(columns)).not.toContain('secret-token');
  });
});

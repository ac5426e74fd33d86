import { describe, expect, it } from 'vitest';
import { pollSignals } from '../../../functions/poll-signals/poll-signals.ts';
import type { ListedSignal, SignalPage } from '../../../functions/poll-signals/ports.ts';
import { TransportError } from '../../../shared/domain/errors.ts';
import { buyerA } from '../../support/examples/example-signals.ts';
import {
  type FakePolling,
  fakePolling,
  listed,
  movingList,
  pagesOf,
  pollNow,
  recordedIds,
  unreadable,
} from '../../support/functions/poll-ports.ts';

const list = pagesOf([listed(1), listed(90), listed(3)]);
const sendLast = { firstRun: { sendLast: 'LastSevenDays' } } as const;
const top = { hot: { topByHotness: 3, columns: [] } };

function asNew(polling: FakePolling): FakePolling {
  polling.buyer = { ...polling.buyer, state: 'BASELINING', lastCompleteAt: null, lastDeepAt: null, ver: 0 };
  return polling;
}

const poll = ({ ports }: FakePolling) =>
  pollSignals(ports, { buyerIds: [buyerA], dryRun: false, deadline: Number.POSITIVE_INFINITY });
const sent = ({ recorded }: FakePolling) =>
  recorded.filter(({ baseline }) => !baseline).map(({ signalId }) => signalId);

describe('the first poll of a buyer', () => {
  it('records everything in a deep scan as baseline: for no route, without a rank', async () => {
    const polling = asNew(fakePolling({ date: [list] }, top));
    expect(await poll(polling)).toMatchObject({ recorded: 3, baseline: 3, hot: 0 });
    expect(polling.recorded.every(({ baseline, routeIds }) => baseline && routeIds.length === 0)).toBe(true);
    expect(polling.told.filter((what) => what.startsWith('list'))).toEqual(['list Date LastThreeMonths']);
    expect(polling.told).not.toContain('request summary');
    expect(polling.completed).toEqual([{ startedAt: pollNow, deep: true, listing: null }]);
  });

  it('does not make it live when the list kept moving', async () => {
    const polling = asNew(fakePolling({ date: movingList([listed(1)]) }));
    await poll(polling);
    expect(recordedIds(polling)).toEqual(['1']);
    expect(polling.completed).toEqual([]);
  });

  const shortLists: [string, SignalPage[]][] = [
    ['an item that is listed twice', pagesOf([listed(1), listed(2), unreadable(3), unreadable(3)])],
    ['a total that counts what is not shown', [{ totalItems: 4, items: [1, 2, 3].map((id) => listed(id)) }]],
  ];

  it.each(shortLists)(
    'does not make it live when the list stands still with %s, and fails',
    async (_, still) => {
      const polling = asNew(fakePolling({ date: [still] }));
      expect(await poll(polling)).toMatchObject({ failed: [{ buyerId: buyerA }] });
      expect(recordedIds(polling)).toEqual(['1', '2', '3']);
      expect(sent(polling)).toEqual([]);
      expect(polling.completed).toEqual([]);
      expect(polling.buyer.baselineSince).toBe(pollNow);
      expect(polling.observed.at(-1)).toMatchObject({ kind: 'poll-failed' });
    },
  );

  it.each(shortLists)('makes it live an hour later, and fails all the same, with %s', async (_, still) => {
    const polling = asNew(fakePolling({ date: [still] }));
    polling.buyer = { ...polling.buyer, baselineSince: pollNow - 3_600_001 };
    expect(await poll(polling)).toMatchObject({ failed: [{ buyerId: buyerA }] });
    expect(sent(polling)).toEqual(['1', '2', '3']);
    expect(polling.completed).toEqual([{ startedAt: pollNow, deep: true, listing: null }]);
    expect(polling.observed.find(({ kind }) => kind === 'buyer-polled')).not.toHaveProperty(
      'baselineOverdue',
    );
    expect([...polling.plan.calm.values()]).toEqual([false]);
  });

  it("notes when its list was empty, by the service's clock where the answer says", async () => {
    const polling = asNew(fakePolling({ date: [[{ totalItems: 0, items: [], servedAt: pollNow - 7 }]] }));
    await poll(polling);
    const silent = asNew(fakePolling({ date: [pagesOf([])] }));
    await poll(silent);
    expect(polling.completed).toMatchObject([{ emptyAt: pollNow - 7, servedAt: pollNow - 7 }]);
    expect(silent.completed).toMatchObject([{ emptyAt: pollNow }]);
  });

  it.each([
    ['shows nothing any more', pagesOf([])],
    ['counts a signal that it does not show', [{ totalItems: 1, items: [] }]],
  ])('notes that its list was empty since it was first asked for, if it %s', async (_, pages) => {
    const polling = asNew(fakePolling({ date: [pages] }));
    polling.buyer = { ...polling.buyer, baselineSince: pollNow - 3_600_001 };
    await poll(polling);
    expect(polling.completed).toMatchObject([{ emptyAt: pollNow - 3_600_001 }]);
  });

  it('notes an empty list of a newcomer, too: what was created before its bridge was read is no news', async () => {
    const newcomer = asNew(fakePolling({ date: [pagesOf([])] }));
    await poll({ ...newcomer, ports: { ...newcomer.ports, readNewsSince: async () => pollNow - 5 } });
    expect(newcomer.completed).toMatchObject([{ emptyAt: pollNow }]);
  });

  it('sends everything when it is told to', async () => {
    const polling = asNew(fakePolling({ date: [list] }, { firstRun: 'send-all' }));
    expect(await poll(polling)).toMatchObject({ recorded: 3, baseline: 0, hot: 1 });
    expect(sent(polling)).toEqual(['1', '90', '3']);
    expect(polling.observed.some((one) => one.kind === 'signal-recorded' && one.onlyDeep)).toBe(false);
  });

  it('takes nothing for the baseline once another first scan has turned the buyer live', async () => {
    const polling = asNew(fakePolling({ date: [list] }));
    let reads = 0;
    const before = polling.buyer;
    const readBuyer = async () => (++reads === 1 ? before : { ...before, state: 'LIVE' as const });
    await poll({ ...polling, ports: { ...polling.ports, readBuyer } });
    expect(sent(polling)).toEqual(['1', '90', '3']);
  });
});

describe('a first poll that sends what is recent', () => {
  const polled = async (byPeriod: Parameters<typeof fakePolling>[0]['byPeriod']) => {
    const polling = asNew(fakePolling({ date: [], ...(byPeriod ? { byPeriod } : {}) }, sendLast));
    const result = await poll(polling);
    return { polling, result };
  };

  it('sends what the second, shorter list shows, and takes the rest for the baseline', async () => {
    const { polling, result } = await polled({
      LastThreeMonths: [list],
      LastSevenDays: [pagesOf([listed(90)])],
    });
    expect(result).toMatchObject({ recorded: 3, baseline: 2 });
    expect(sent(polling)).toEqual(['90']);
    expect(polling.told.filter((what) => what.startsWith('list'))).toEqual([
      'list Date LastThreeMonths',
      'list Date LastSevenDays',
    ]);
    expect(polling.completed).toEqual([{ startedAt: pollNow, deep: true, listing: null }]);
  });

  it('sends a signal that arrives between the two lists', async () => {
    const { polling } = await polled({
      LastThreeMonths: [list],
      LastSevenDays: [pagesOf([listed(90), listed(4)])],
    });
    expect(sent(polling)).toEqual(['90', '4']);
  });

  it('treats nothing as old until the shorter list was accepted', async () => {
    const { polling } = await polled({ LastThreeMonths: [list], LastSevenDays: movingList([listed(90)]) });
    expect(recordedIds(polling)).toEqual(['90']);
    expect(sent(polling)).toEqual(['90']);
    expect(polling.completed).toEqual([]);
  });

  it('does not turn the buyer live when only the shorter list was accepted', async () => {
    const { polling } = await polled({
      LastThreeMonths: movingList([listed(1), listed(90)]),
      LastSevenDays: [pagesOf([listed(90)])],
    });
    expect(sent(polling)).toEqual(['90']);
    expect(polling.completed).toEqual([]);
  });

  const bothShort = {
    LastThreeMonths: [[{ totalItems: 4, items: [listed(1), listed(90), listed(3)] }]],
    LastSevenDays: [[{ totalItems: 2, items: [listed(90)] }]],
  };

  it('treats nothing as old if items are missing from the shorter list, and fails', async () => {
    const { polling, result } = await polled(bothShort);
    expect(recordedIds(polling)).toEqual(['90']);
    expect(sent(polling)).toEqual(['90']);
    expect(polling.completed).toEqual([]);
    expect(result.failed).toHaveLength(1);
  });

  it('believes both lists an hour later if they stand still, and fails all the same', async () => {
    const polling = asNew(fakePolling({ date: [], byPeriod: bothShort }, sendLast));
    polling.buyer = { ...polling.buyer, baselineSince: pollNow - 3_600_001 };
    const result = await poll(polling);
    expect(sent(polling)).toEqual(['90']);
    expect(recordedIds(polling)).toEqual(['90', '1', '3']);
    expect(polling.completed).toHaveLength(1);
    expect(result.failed).toHaveLength(1);
  });

  it('sends what is recent when a later page of the whole list never comes', async () => {
    const cut = new TransportError('BODY_TOO_LARGE', 'too large');
    const [first] = pagesOf([listed(90), listed(1), listed(3)]);
    const { polling, result } = await polled({
      LastThreeMonths: [[first as SignalPage, cut]],
      LastSevenDays: [pagesOf([listed(90)])],
    });
    expect(result.failed).toEqual([{ buyerId: buyerA, problem: 'too large' }]);
    expect(sent(polling)).toEqual(['90']);
    expect(recordedIds(polling)).toEqual(['90', '1']);
    expect(polling.completed).toEqual([]);
  });

  it('records nothing when the second list could not be read', async () => {
    const cut = new TransportError('TIMEOUT', 'timed out');
    const { polling, result } = await polled({ LastThreeMonths: [list], LastSevenDays: [[cut]] });
    expect(result.failed).toEqual([{ buyerId: buyerA, problem: 'timed out' }]);
    expect(polling.recorded).toEqual([]);
  });
});

describe('the first poll of a buyer that appeared in a bridge that was read through', () => {
  const since = pollNow - 9 * 86_400_000;
  const minuteMs = 60_000;
  const dated = (number: number, createdAt: number): ListedSignal => ({ ...listed(number), createdAt });
  const appeared = (polling: FakePolling): FakePolling => {
    asNew(polling).newsSince = since;
    return polling;
  };
  const items = [dated(1, since + 1), listed(2), unreadable(3), dated(4, since - 20 * minuteMs)];

  it('sends signals created since, those without a creation time, and those that are older only by a clock', async () => {
    const polling = appeared(fakePolling({ date: [pagesOf([...items, dated(5, since - 9 * minuteMs)])] }));
    expect(await poll(polling)).toMatchObject({ recorded: 5, baseline: 1 });
    expect(sent(polling).toSorted()).toEqual(['1', '2', '3', '5']);
    expect(polling.completed).toHaveLength(1);
  });

  it('sends what is recent of the rest, too, where the config says so', async () => {
    const byPeriod = {
      LastThreeMonths: [pagesOf(items)],
      LastSevenDays: [pagesOf([items[3] as ListedSignal])],
    };
    const polling = appeared(fakePolling({ date: [], byPeriod }, sendLast));
    await poll(polling);
    expect(sent(polling).toSorted()).toEqual(['1', '2', '3', '4']);
  });

  it('ranks what it sends', async () => {
    const polling = appeared(fakePolling({ date: [pagesOf(items)], hotness: [pagesOf(items)] }, top));
    await poll(polling);
    expect(polling.told).toContain('list Hotness LastThreeMonths');
    expect(polling.recorded.find(({ signalId }) => signalId === '2')).toMatchObject({ hotnessRank: 2 });
  });
});

describe('a first poll that is never complete', () => {
  const hourMs = 3_600_000;
  const cut = new TransportError('CONNECTION_CUT', 'page 2 never comes');
  const withoutEnd = (...ids: number[]) => [{ totalItems: 9, items: ids.map((id) => listed(id)) }, cut];
  const beginningAt = (baselineSince: number | null, polling: FakePolling): FakePolling => {
    asNew(polling).buyer = { ...polling.buyer, baselineSince };
    return polling;
  };

  it('notes when the list was first shown, once', async () => {
    const polling = asNew(fakePolling({ date: [withoutEnd(1, 2)] }));
    await poll(polling);
    await poll(polling);
    expect(polling.told.filter((what) => what === 'begin baseline')).toHaveLength(1);
    expect(polling.buyer.baselineSince).toBe(pollNow);
  });

  it.each([
    ['nothing was shown', asNew(fakePolling({ date: [[cut]] }))],
    ['it is complete', asNew(fakePolling({ date: [list] }))],
  ])('notes nothing where %s', async (_, polling) => {
    await poll(polling);
    expect(polling.told).not.toContain('begin baseline');
  });

  it('notes it also where the list counts a signal and shows none', async () => {
    const polling = asNew(fakePolling({ date: [[{ totalItems: 1, items: [] }]] }));
    await poll(polling);
    expect(polling.told).toContain('begin baseline');
  });

  it('notes it also where everything is sent, as the buyer would never turn live otherwise', async () => {
    const polling = asNew(fakePolling({ date: [withoutEnd(1)] }, { firstRun: 'send-all' }));
    await poll(polling);
    expect(polling.told).toContain('begin baseline');
  });

  it('still takes what it shows for the baseline within the first hour', async () => {
    const polling = beginningAt(pollNow - hourMs, fakePolling({ date: [withoutEnd(1, 2)] }));
    await poll(polling);
    expect(recordedIds(polling)).toEqual(['1', '2']);
    expect(sent(polling)).toEqual([]);
  });

  it.each([
    [2, 'LastOneMonths'],
    [24 * 13, 'LastOneMonths'],
    [24 * 20, 'LastTwoMonths'],
  ] as const)('sends, after %i hours, what %s lists, and keeps the rest back', async (hours, period) => {
    const byPeriod = { LastThreeMonths: [withoutEnd(90, 1)], [period]: [pagesOf([listed(90)])] };
    const polling = beginningAt(pollNow - hours * hourMs, fakePolling({ date: [], byPeriod }));
    await poll(polling);
    expect(sent(polling)).toEqual(['90']);
    expect(recordedIds(polling)).toEqual(['90', '1']);
  });

  it.each([
    ['a baseline that is overdue', {}, 'LastOneMonths'],
    ['a first run that sends what is recent', sendLast, 'LastSevenDays'],
  ] as const)(
    'sends what is recent of %s though the shorter list has no end either',
    async (_, settings, period) => {
      const byPeriod = { LastThreeMonths: [withoutEnd(90, 1)], [period]: [withoutEnd(90)] };
      const polling = beginningAt(pollNow - 2 * hourMs, fakePolling({ date: [], byPeriod }, settings));
      await poll(polling);
      expect(sent(polling)).toEqual(['90']);
      expect(recordedIds(polling)).toEqual(['90']);
      expect(polling.completed).toEqual([]);
    },
  );

  it('keeps back nothing of the whole list where the other one reaches further, and hides something', async () => {
    const hiding: SignalPage[] = [{ totalItems: 3, items: [listed(90), listed(3)] }];
    const byPeriod = { LastThreeMonths: [pagesOf([listed(90), listed(1)])], LastSixMonths: [hiding] };
    const polling = beginningAt(pollNow - 100 * 24 * hourMs, fakePolling({ date: [], byPeriod }));
    await poll(polling);
    expect(sent(polling).sort()).toEqual(['1', '3', '90']);
  });

  it('tells that it is overdue while the list keeps moving, and not once it is complete', async () => {
    const recent = [pagesOf([listed(90)])];
    const told = async (whole: Parameters<typeof fakePolling>[0]['date']) => {
      const byPeriod = { LastThreeMonths: whole, LastOneMonths: recent };
      const polling = beginningAt(pollNow - 2 * hourMs, fakePolling({ date: [], byPeriod }));
      await poll(polling);
      return polling.observed.find(({ kind }) => kind === 'buyer-polled');
    };
    expect(await told(movingList([listed(90)]))).toMatchObject({ accepted: false, baselineOverdue: true });
    expect(await told([list])).not.toHaveProperty('baselineOverdue');
  });
});

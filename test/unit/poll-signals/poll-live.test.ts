import { describe, expect, it } from 'vitest';
import { pollSignals } from '../../../functions/poll-signals/poll-signals.ts';
import type { ListedSignal } from '../../../functions/poll-signals/ports.ts';
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
} from '../../support/functions/poll-ports.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const daysAgo = (days: number): number => pollNow - days * dayMs;
const from = (number: number, times: Pick<ListedSignal, 'createdAt' | 'changedAt'>): ListedSignal => ({
  ...listed(number),
  ...times,
});

const poll = ({ ports }: FakePolling) =>
  pollSignals(ports, { buyerIds: [buyerA], dryRun: false, deadline: Number.POSITIVE_INFINITY });
const sent = ({ recorded }: FakePolling) =>
  recorded.filter(({ baseline }) => !baseline).map(({ signalId }) => signalId);
const lists = ({ told }: FakePolling) => told.filter((what) => what.startsWith('list'));

describe('a buyer whose first list was empty', () => {
  const old = { createdAt: daysAgo(20), changedAt: daysAgo(9) };
  const filled = pagesOf([
    from(1, old),
    from(2, { changedAt: daysAgo(2) }),
    from(3, { createdAt: daysAgo(20), changedAt: pollNow }),
    from(4, { createdAt: pollNow - hourMs / 2 }),
    listed(5),
  ]);

  function lagging(settings = {}, byPeriod = {}): FakePolling {
    const polling = fakePolling({ date: [filled], byPeriod }, settings);
    polling.buyer = { ...polling.buyer, baselineAt: daysAgo(0.5), emptySince: daysAgo(0.5) };
    return polling;
  }

  it('sends new signals and those of unknown age, keeps back older ones, and does not distrust the rows', async () => {
    const polling = lagging();
    polling.mark = { ...polling.mark, lookedAt: pollNow, newestRowAt: pollNow, newestSeenAt: pollNow };
    await pollSignals(polling.ports, {
      ...{ buyerIds: [buyerA], dryRun: false, deadline: Number.POSITIVE_INFINITY },
      notNamedAt: pollNow,
    });

    expect(sent(polling)).toEqual(['3', '4', '5']);
    expect(recordedIds(polling).toSorted()).toEqual(['1', '2', '3', '4', '5']);
    expect(polling.completed).toHaveLength(1);
    expect(lists(polling)).toEqual(['list Date LastOneMonths']);
  });

  it('sends recent signals too if the first run does', async () => {
    const recent = { LastSevenDays: [pagesOf([from(2, { changedAt: daysAgo(2) })])] };
    const polling = lagging({ firstRun: { sendLast: 'LastSevenDays' } }, recent);
    await poll(polling);
    expect(sent(polling).toSorted()).toEqual(['2', '3', '4', '5']);
  });

  it('sends everything where the first run does', async () => {
    const polling = lagging({ firstRun: 'send-all' });
    await poll(polling);
    expect(sent(polling)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('sends, for a newcomer, also signals without a creation time', async () => {
    const polling = lagging();
    await poll({ ...polling, ports: { ...polling.ports, readNewsSince: async () => daysAgo(0.5) } });
    expect(sent(polling).toSorted()).toEqual(['2', '3', '4', '5']);
  });

  it('sends everything once a later deep scan has shown that nothing lagged', async () => {
    const polling = lagging();
    polling.buyer = { ...polling.buyer, emptySince: null };
    await poll(polling);
    expect(sent(polling)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('says nothing of what only a deep scan found', async () => {
    const polling = fakePolling({ date: [pagesOf([])], byPeriod: { LastThreeMonths: [filled] } });
    polling.buyer = { ...polling.buyer, lastDeepAt: null, emptySince: daysAgo(0.5) };
    await poll(polling);
    const onlyDeep = polling.observed.flatMap((one) =>
      one.kind === 'signal-recorded' && one.onlyDeep ? [one.signalId] : [],
    );
    expect(onlyDeep).toEqual(['3', '4', '5']);
  });
});

describe('a buyer that nobody read for longer than a year', () => {
  const old = { createdAt: daysAgo(900) };
  const whole = pagesOf([from(1, old), from(2, { createdAt: daysAgo(390) }), from(3, old), listed(4)]);

  function away(byPeriod: Parameters<typeof fakePolling>[0]['byPeriod'] = {}): FakePolling {
    const polling = fakePolling({ date: [], byPeriod: { LastTwoYears: [whole], ...byPeriod } });
    polling.buyer = { ...polling.buyer, lastCompleteAt: daysAgo(400), baselineAt: daysAgo(410) };
    return polling;
  }

  it('sends signals created since, those of the last year, and those without a creation time; the rest is old', async () => {
    const polling = away({ LastYear: [pagesOf([from(3, old)])] });

    await poll(polling);

    expect(lists(polling).slice(0, 2)).toEqual(['list Date LastTwoYears', 'list Date LastYear']);
    expect(sent(polling).toSorted()).toEqual(['2', '3', '4']);
    expect(recordedIds(polling)).toContain('1');
    expect(polling.completed[0]).toMatchObject({ deep: false });
  });

  it('keeps nothing back and completes nothing while the shorter list moves', async () => {
    const polling = away({ LastYear: movingList([from(3, old)]) });
    polling.buyer = { ...polling.buyer, lastDeepAt: pollNow };

    await poll(polling);

    expect(sent(polling).toSorted()).toEqual(['2', '3', '4']);
    expect(recordedIds(polling)).not.toContain('1');
    expect(polling.completed).toEqual([]);
    expect(polling.observed).toContainEqual(
      expect.objectContaining({ kind: 'buyer-polled', accepted: false, readings: 4 }),
    );
  });

  it('sends as many of the newest as the shorter list counts and never shows', async () => {
    const hiding = [[{ totalItems: 2, items: [from(3, old)] }]];
    const polling = away({
      LastTwoYears: [pagesOf([from(1, old), from(5, { ...old, changedAt: daysAgo(880) }), from(3, old)])],
      LastYear: hiding,
    });

    await poll(polling);

    expect(sent(polling).toSorted()).toEqual(['3', '5']);
    expect(recordedIds(polling)).toContain('1');
  });

  it('fails where the shorter list can not be read, and has sent what is news in any case', async () => {
    const polling = away({ LastYear: [[new TransportError('TIMEOUT', 'timed out')]] });

    expect(await poll(polling)).toMatchObject({ failed: [{ problem: 'timed out' }] });

    expect(sent(polling)).toEqual(['2', '4']);
    expect(polling.completed).toEqual([]);
  });

  it('reads no shorter list where nothing may be old', async () => {
    const polling = away({ LastTwoYears: [pagesOf([listed(4)])] });
    await poll(polling);
    expect(lists(polling)).not.toContain('list Date LastYear');
  });

  it('sends all that came since it appeared in its bridge', async () => {
    const polling = away({ LastYear: [pagesOf([])] });
    const readNewsSince = async () => daysAgo(1_000);
    await poll({ ...polling, ports: { ...polling.ports, readNewsSince } });
    expect(sent(polling)).toEqual(['1', '2', '3', '4']);
  });
});

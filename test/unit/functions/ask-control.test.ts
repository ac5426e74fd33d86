import { describe, expect, it } from 'vitest';
import { askControl } from '../../../functions/ask-control.ts';
import { dayMs, minuteMs } from '../../../shared/domain/duration.ts';
import { HttpStatusError } from '../../../shared/domain/errors.ts';
import { afterFailure } from '../../../shared/domain/polling/due.ts';
import { bridgeId } from '../../support/examples/example-signals.ts';
import { benchConfig, openFunctions } from '../../support/functions/open-functions.ts';
import { listed } from '../../support/functions/open-polling.ts';

/** Watched buyers, each due in a day, and a service that answers the list of each with a status. */
async function open(
  buyerIds: readonly string[],
  answers: Readonly<Record<string, number>>,
  watch: Partial<typeof benchConfig.watch> = { bridges: [bridgeId] },
) {
  const asked: string[] = [];
  const bench = openFunctions({
    config: { watch: { ...benchConfig.watch, ...watch } },
    api: {
      listBuyerSignals: async ({ buyerId }, { blames } = {}) => {
        asked.push(`${buyerId} ${blames}`);
        const status = answers[buyerId] ?? 200;
        if (status !== 200) throw new HttpStatusError(status, `answered ${status}`);
        return { result: [listed(1)], unreadable: [] } as never;
      },
    },
  });
  const { ledger, time, ports } = bench;
  for (const buyerId of buyerIds) await ledger.buyers.wake(buyerId, time.now + dayMs);
  const show = async (shownBuyer: string) => {
    time.now += minuteMs;
    await ledger.upstream.noteShown({ shownAt: time.now, shownBuyer, itemAt: 0 }, time.now);
    time.now += minuteMs;
  };
  return {
    ...bench,
    asked,
    show,
    ask: (doubted: 'all' | 'token' = 'all') =>
      askControl(ports, { buyerIds, doubted }, Number.POSITIVE_INFINITY),
    fail: async (...failing: readonly string[]) => {
      for (const buyerId of failing) {
        const before = await ledger.buyers.read(buyerId);
        await ledger.buyers.postpone(before, afterFailure(before, time.now));
      }
    },
  };
}

describe('the last of the control lists', () => {
  it.each([
    ['the service, if all before it failed', { a: 503, b: 500 }, 'service'],
    ['the token, if all before it were rejected', { a: 401, b: 401 }, 'token'],
    ['nothing, if they failed in both ways', { a: 503, b: 401 }, 'nothing'],
    ['nothing, if one was answered', { a: 503, b: 404 }, 'nothing'],
  ])('blames %s', async (_, answers, blamed) => {
    const { ask, asked } = await open(['a', 'b', 'c'], { ...answers, c: 500 });
    await ask();
    expect(asked).toEqual(['a nothing', 'b nothing', `c ${blamed}`]);
  });

  it('blames no service where only the token is in doubt', async () => {
    const { ask, asked } = await open(['a', 'b'], { a: 503, b: 503 });
    await ask('token');
    expect(asked).toEqual(['a nothing', 'b nothing']);
  });

  it.each([
    ['nothing, if rows may name others', { buyers: ['a'], bridges: [bridgeId] }, 'nothing'],
    // A first run that ended early may leave one that is known, and that one alone may be refused.
    ['nothing, if others are watched', { buyers: ['a', 'b'], bridges: [] }, 'nothing'],
    ['the token, if no other is watched', { buyers: ['a'], bridges: [] }, 'token'],
  ])('blames %s: it is the only one that is known', async (_, watch, blamed) => {
    const { ask, asked } = await open(['a'], { a: 503 }, watch);
    await ask();
    expect(asked).toEqual([`a ${blamed}`]);
  });

  it('blames no service if the last polls of all of them failed', async () => {
    const { ask, asked, fail } = await open(['a', 'b'], { a: 401, b: 401 });
    await fail('a', 'b');
    await ask();
    expect(asked).toEqual(['a nothing', 'b token']);
  });

  it('blames nothing if each of them has failed since before others were shown', async () => {
    const { ask, asked, fail, show } = await open(['a', 'b'], { a: 500, b: 500 });
    await fail('a', 'b');
    await show('other');
    await ask();
    expect(asked).toEqual(['a nothing', 'b nothing']);
  });
});

describe('a control list', () => {
  it('that fails is a failed poll of its buyer: others are asked for the next time', async () => {
    const { ask, ledger, time, fail } = await open(['a', 'b'], { a: 500, b: 401 });
    await fail('c', 'd', 'a', 'b');
    time.now += minuteMs;
    await ask();
    expect(await ledger.buyers.listControls('gone')).toEqual(['c', 'd']);
  });

  it('that fails, of a buyer that is watched no more, gives it no time', async () => {
    const { ask, ledger, time } = await open(['a', 'b'], { a: 401, b: 500 });
    const completion = { startedAt: time.now, dueAt: time.now + dayMs, listing: null };
    await ledger.buyers.completeScan(await ledger.buyers.read('a'), completion);
    await ledger.buyers.retire('a', time.now + dayMs);
    await ask();
    expect([...(await ledger.buyers.listScheduled()).keys()]).toEqual(['b']);
  });

  it('that is answered otherwise keeps its time: its buyer may have no signals', async () => {
    const { ask, ledger } = await open(['a'], { a: 404 });
    await ask();
    expect(await ledger.buyers.read('a')).toMatchObject({ failingSince: null });
  });

  it('that is shown ends the denial of its buyer, and proves nothing of its own emptiness', async () => {
    const { ask, ledger, time } = await open(['a'], {});
    const before = await ledger.buyers.read('a');
    const denial = { deniedAt: time.now, emptySince: time.now };
    await ledger.buyers.postpone(before, afterFailure(before, time.now), { denial });
    time.now += 15 * minuteMs;
    await ask();
    expect(await ledger.buyers.read('a')).toMatchObject({ deniedAt: null, emptySince: denial.emptySince });
    expect(await ledger.upstream.read('lists')).toMatchObject({ shownBuyer: 'a', itemAt: 0 });
  });
});

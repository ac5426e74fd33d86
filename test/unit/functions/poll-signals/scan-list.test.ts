import { describe, expect, it } from 'vitest';
import { openPoll, type PollPorts } from '../../../../functions/poll-signals/open-poll.ts';
import type { ListedSignal, SignalPage } from '../../../../functions/poll-signals/ports.ts';
import { notScanned, type Scan, scanList } from '../../../../functions/poll-signals/scan-list.ts';
import { buyerA, exampleRow } from '../../../support/examples/example-signals.ts';
import { openFunctions } from '../../../support/functions/open-functions.ts';

/** What one reading of a list shows, page by page. */
type Reading = readonly SignalPage[];

function listed(number: number): ListedSignal {
  return { id: String(number), content: exampleRow(number) };
}

function pagesOf(items: readonly ListedSignal[], size = 2): SignalPage[] {
  const count = Math.max(1, Math.ceil(items.length / size));
  return Array.from({ length: count }, (_, index) => ({
    totalItems: items.length,
    items: items.slice(index * size, (index + 1) * size),
  }));
}

const byId = (one: ListedSignal, other: ListedSignal): number => Number(one.id) - Number(other.id);
const still = pagesOf([1, 2, 3].map(listed));
const long = (count: number) =>
  pagesOf(
    Array.from({ length: count }, (_, number) => listed(number)),
    20,
  );

/** Of a list that shows these readings in turn, the last one for good; `known` is the last accepted one. */
async function scan(readings: readonly Reading[], known?: readonly [total: number, ids: string]) {
  const { ports, ledger } = openFunctions();
  let begun = 0;
  const signalPages: PollPorts['signalPages'] = async function* () {
    begun += 1;
    yield* readings[Math.min(begun, readings.length) - 1] ?? [];
  };
  const period = 'LastOneMonths';
  const listingOf = ([totalItems, ids]: readonly [total: number, ids: string]) => {
    return { period, totalItems, pages: [ids.split(',')] } as const;
  };
  const handedOn: string[][] = [];
  const wanted: Scan = {
    buyerId: buyerA,
    period,
    deadline: Number.POSITIVE_INFINITY,
    knownFingerprint: null,
    knownList: known ? ledger.buyers.listHashOf(listingOf(known)) : null,
    result: notScanned,
  };
  const readAll = async () => {
    for await (const items of scanList({ ...openPoll(ports, { buyerIds: [buyerA] }), signalPages }, wanted)) {
      handedOn.push(items.map(({ id }) => id));
    }
    return wanted.result;
  };
  const outcome = readAll();
  return { outcome, handedOn, begun: () => begun };
}

describe('a scan', () => {
  it('of a list that stands still is one reading, and hands on every item of it at once', async () => {
    const { outcome, handedOn } = await scan([still]);
    expect(await outcome).toEqual({
      accepted: true,
      isKnown: false,
      readings: 1,
      strange: 0,
      listed: 3,
      listing: { period: 'LastOneMonths', totalItems: 3, pages: [['1', '2'], ['3']] },
    });
    expect(handedOn).toEqual([['1', '2', '3']]);
  });

  it('hands on what it has after a large page, so that little is kept at once', async () => {
    const [first, ...rest] = pagesOf([listed(1), listed(2), listed(3)]);
    const { outcome, handedOn } = await scan([
      [{ totalItems: 3, items: [], ...first, size: 2_000_000 }, ...rest],
    ]);
    expect(await outcome).toMatchObject({ accepted: true, readings: 1 });
    expect(handedOn).toEqual([['1', '2'], ['3']]);
  });

  it('hands on nothing of a list that was recorded, whatever its pages, and everything of any other', async () => {
    const known = [3, '1,2,3'] as const;
    const moved = [listed(2), listed(1), listed(3)];
    const longer = [1, 2, 3, 4].map(listed);
    for (const size of [1, 2, 3]) {
      const { outcome, handedOn } = await scan([pagesOf(moved.toSorted(byId), size)], known);
      expect(await outcome).toMatchObject({ accepted: true, listed: 3 });
      expect(handedOn).toEqual([]);
    }
    for (const other of [moved, longer, longer.slice(1)]) {
      const { outcome, handedOn } = await scan([pagesOf(other)], known);
      await outcome;
      expect(handedOn.flat()).toEqual(other.map(({ id }) => id));
    }
  });

  it('is accepted once two readings in a row are equal, where the page behind the counted end fails', async () => {
    const { outcome, begun } = await scan([
      [
        { totalItems: 2, items: [listed(1), listed(2)] },
        { totalItems: 2, items: [], endFailed: true },
      ],
    ]);
    expect(await outcome).toMatchObject({ accepted: true, readings: 2, misfit: 'end-failed' });
    expect(begun()).toBe(2);
  });

  it('lists what its pages show, if they show more than is counted', async () => {
    const { outcome } = await scan([[{ totalItems: 0, items: [listed(1), listed(2)] }]]);
    expect(await outcome).toMatchObject({ accepted: true, listed: 2 });
  });

  it('hands on a long list in pieces', async () => {
    const { outcome, handedOn } = await scan([long(450)]);
    expect(await outcome).toMatchObject({ accepted: true, listed: 450 });
    expect(handedOn.map((items) => items.length)).toEqual([200, 200, 50]);
  });
});

import { describe, expect, it } from 'vitest';
import { openPoll } from '../../../functions/poll-signals/open-poll.ts';
import type { ListedSignal, PollPorts, SignalPage } from '../../../functions/poll-signals/ports.ts';
import { scanList } from '../../../functions/poll-signals/scan-list.ts';
import { TransportError } from '../../../shared/domain/errors.ts';
import { buyerA, exampleRow } from '../../support/examples/example-signals.ts';
import { openFunctions } from '../../support/functions/open-functions.ts';

/** What one reading of a list shows, page by page; an error is what the next page throws. */
type Reading = readonly (SignalPage | Error)[];

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

/** A list that shows these readings in turn, the last one for good. */
function openList(readings: readonly Reading[]) {
  const { ports, ledger } = openFunctions();
  let begun = 0;
  const signalPages: PollPorts['signalPages'] = async function* () {
    begun += 1;
    for (const page of readings[Math.min(begun, readings.length) - 1] ?? []) {
      if (page instanceof Error) throw page;
      yield page;
    }
  };
  return { ports: { ...openPoll(ports, {}), signalPages }, ledger, begun: () => begun };
}

const byId = (one: ListedSignal, other: ListedSignal): number => Number(one.id) - Number(other.id);
const still = pagesOf([1, 2, 3].map(listed));

async function scan(
  readings: readonly Reading[],
  known?: readonly [total: number, ids: string],
  knownList?: readonly [total: number, ids: string],
) {
  const { ports, ledger, begun } = openList(readings);
  const period = 'LastOneMonths';
  const listingOf = ([totalItems, ids]: readonly [total: number, ids: string]) => {
    return { period, totalItems, pages: [ids.split(',')] } as const;
  };
  const handedOn: string[][] = [];
  const outcome = scanList(ports, {
    buyerId: buyerA,
    period,
    deadline: Number.POSITIVE_INFINITY,
    knownFingerprint: known ? ledger.fingerprintOf(listingOf(known)) : null,
    knownList: knownList ? ledger.listHashOf(listingOf(knownList)) : null,
    onItems: async (items) => void handedOn.push(items.map(({ id }) => id)),
  });
  return { outcome, handedOn, begun };
}

describe('a scan', () => {
  it('of a list that stands still is one reading, and hands on every item of it at once', async () => {
    const { outcome, handedOn } = await scan([still]);
    expect(await outcome).toEqual({
      accepted: true,
      readings: 1,
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
    const recorded = [3, '1,2,3'] as const;
    const moved = [listed(2), listed(1), listed(3)];
    const longer = [1, 2, 3, 4].map(listed);
    for (const size of [1, 2, 3]) {
      const { outcome, handedOn } = await scan([pagesOf(moved.toSorted(byId), size)], undefined, recorded);
      expect(await outcome).toMatchObject({ accepted: true, listed: 3 });
      expect(handedOn).toEqual([]);
    }
    for (const other of [moved, longer, longer.slice(1)]) {
      const { outcome, handedOn } = await scan([pagesOf(other)], undefined, recorded);
      await outcome;
      expect(handedOn.flat()).toEqual(other.map(({ id }) => id));
    }
  });

  it('of an empty list is accepted', async () => {
    const { outcome, handedOn } = await scan([pagesOf([])]);
    expect(await outcome).toMatchObject({ accepted: true, readings: 1, listed: 0 });
    expect(handedOn).toEqual([]);
  });

  const moves: Record<string, Reading> = {
    'a new item came in and the total grew': [
      { totalItems: 3, items: [listed(1), listed(2)] },
      { totalItems: 4, items: [listed(2), listed(3)] },
    ],
    'an item came twice': [
      { totalItems: 3, items: [listed(1), listed(2)] },
      { totalItems: 3, items: [listed(2)] },
    ],
    'an item vanished and the next one moved onto the page that was read': [
      { totalItems: 3, items: [listed(1), listed(2)] },
      { totalItems: 2, items: [] },
    ],
    'fewer items came than were announced': [{ totalItems: 3, items: [listed(1), listed(2)] }],
  };

  it.each(Object.entries(moves))('is read again when %s', async (_, moving) => {
    const { outcome, handedOn } = await scan([moving, still]);
    expect(await outcome).toMatchObject({ accepted: true, readings: 2 });
    expect(handedOn.at(-1)).toEqual(['1', '2', '3']);
  });

  const short: Record<string, [Reading, string, number]> = {
    'an item is listed twice and counted more often': [
      [{ totalItems: 4, items: [listed(1), listed(1), listed(2)] }],
      'repeated-id',
      2,
    ],
    'the total counts what is not shown': [[{ totalItems: 9, items: [listed(1)] }], 'count-differs', 8],
  };

  it.each(Object.entries(short))(
    'is not accepted and ends after two equal readings, where %s',
    async (_, [reading, misfit, missing]) => {
      const { outcome, begun } = await scan([reading]);
      expect(await outcome).toMatchObject({
        accepted: false,
        readings: 2,
        misfit,
        missing,
        stoodStill: true,
      });
      expect(begun()).toBe(2);
    },
  );

  const stuck: Record<string, [Reading, string]> = {
    'an item is listed twice and counted twice': [
      [
        { totalItems: 4, items: [listed(1), listed(2)] },
        { totalItems: 4, items: [listed(2), listed(3)] },
      ],
      'repeated-id',
    ],
    'an item is listed twice and counted once': [
      [{ totalItems: 2, items: [listed(1), listed(1), listed(2)] }],
      'repeated-id',
    ],
    'fewer items are counted than shown': [
      [
        { totalItems: 2, items: [listed(1), listed(2)] },
        { totalItems: 2, items: [listed(3)] },
      ],
      'count-differs',
    ],
    'the page behind the counted end fails': [
      [
        { totalItems: 2, items: [listed(1), listed(2)] },
        { totalItems: 2, items: [], endFailed: true },
      ],
      'end-failed',
    ],
    'each page has a total of its own': [
      [
        { totalItems: 3, items: [listed(1), listed(2)] },
        { totalItems: 2, items: [listed(3)] },
      ],
      'total-changed',
    ],
  };

  it.each(Object.entries(stuck))(
    'is accepted once two readings in a row are equal, where %s',
    async (_, [reading, misfit]) => {
      const { outcome, begun } = await scan([reading]);
      expect(await outcome).toMatchObject({ accepted: true, readings: 2, misfit });
      expect(begun()).toBe(2);
    },
  );

  it('is accepted when the third reading equals the second, and not when it equals the first', async () => {
    const twice = (number: number): Reading => [{ totalItems: 1, items: [listed(number), listed(number)] }];
    const [one, other] = [twice(1), twice(2)];
    expect(await (await scan([one, other, other])).outcome).toMatchObject({ accepted: true, readings: 3 });
    expect(await (await scan([one, other, one])).outcome).toMatchObject({ accepted: false, readings: 3 });
  });

  it('tells how many items are missing from a list that kept moving', async () => {
    const moving = (number: number): Reading => [{ totalItems: 9, items: [listed(number)] }];
    const result = await (await scan([moving(1), moving(2), moving(3)])).outcome;
    expect(result).toMatchObject({ accepted: false, missing: 6 });
    expect(result).not.toHaveProperty('stoodStill');
  });

  it('lists what its pages show, if they show more than is counted', async () => {
    const { outcome } = await scan([[{ totalItems: 0, items: [listed(1), listed(2)] }]]);
    expect(await outcome).toMatchObject({ accepted: true, listed: 2 });
  });

  it('that shows no page is not accepted, however often', async () => {
    const { outcome } = await scan([[]]);
    expect(await outcome).toMatchObject({ accepted: false, readings: 3, misfit: 'count-differs' });
  });

  it('is given up after three readings, and has handed on what each of them showed', async () => {
    const moving = (number: number): Reading => [{ totalItems: 9, items: [listed(number)] }];
    const { outcome, handedOn, begun } = await scan([moving(1), moving(2), moving(3), still]);
    expect(await outcome).toMatchObject({ accepted: false, readings: 3 });
    expect(handedOn).toEqual([['1'], ['2'], ['3']]);
    expect(begun()).toBe(3);
  });

  it('hands on what was read before an error, and throws it', async () => {
    const cut = new TransportError('CONNECTION_FAILED', 'cut');
    const { outcome, handedOn } = await scan([[still[0] as (typeof still)[0], cut]]);
    await expect(outcome).rejects.toBe(cut);
    expect(handedOn).toEqual([['1', '2']]);
  });

  it('hands on a long list in pieces', async () => {
    const long = pagesOf(
      Array.from({ length: 450 }, (_, number) => listed(number)),
      20,
    );
    const { outcome, handedOn } = await scan([long]);
    expect(await outcome).toMatchObject({ accepted: true, listed: 450 });
    expect(handedOn.map((items) => items.length)).toEqual([200, 200, 50]);
  });
});

describe('an early stop', () => {
  it('is after a first page that equals that of the last accepted scan', async () => {
    const unreachable = new Error('the second page was read');
    const { outcome, handedOn } = await scan([[still[0] as (typeof still)[0], unreachable]], [3, '1,2']);
    expect(await outcome).toMatchObject({ accepted: true, readings: 1, listed: 3 });
    expect(handedOn).toEqual([]);
  });

  it.each([
    [4, '1,2'],
    [3, '2,1'],
    [3, '1'],
  ] as const)('is not made after a scan of %i items that began with %s', async (total, ids) => {
    const { outcome, handedOn } = await scan([still], [total, ids]);
    expect(await outcome).toMatchObject({ accepted: true });
    expect(handedOn).toEqual([['1', '2', '3']]);
  });

  it('is never made at a later page', async () => {
    const same: Reading = [
      { totalItems: 4, items: [listed(1), listed(2)] },
      { totalItems: 4, items: [listed(3), listed(4)] },
    ];
    const { outcome, handedOn } = await scan([same], [4, '3,4']);
    expect(await outcome).toMatchObject({ accepted: true });
    expect(handedOn).toEqual([['1', '2', '3', '4']]);
  });
});

describe('a list that takes too long', () => {
  const late = new TransportError('TIMEOUT', 'no time left');

  it('is recorded as far as it was read, before the scan fails', async () => {
    const { outcome, handedOn } = await scan([[still[0] as (typeof still)[0], late]]);
    await expect(outcome).rejects.toBe(late);
    expect(handedOn).toEqual([['1', '2']]);
  });

  it('is not handed on again after its items could not be taken', async () => {
    const { ports } = openList([
      pagesOf(
        Array.from({ length: 250 }, (_, number) => listed(number)),
        20,
      ),
    ]);
    let calls = 0;
    const outcome = scanList(ports, {
      buyerId: buyerA,
      period: 'LastThreeMonths',
      deadline: Number.POSITIVE_INFINITY,
      ...{ knownFingerprint: null, knownList: null },
      onItems: () => {
        calls += 1;
        return Promise.reject(late);
      },
    });
    await expect(outcome).rejects.toBe(late);
    expect(calls).toBe(1);
  });
});

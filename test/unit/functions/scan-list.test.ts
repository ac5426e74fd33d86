import { describe, expect, it } from 'vitest';
import { scanList } from '../../../functions/poll-signals/scan-list.ts';
import { TransportError } from '../../../shared/domain/errors.ts';
import { buyerA } from '../../support/example-signals.ts';
import { fakePolling, listed, pagesOf, type Reading } from '../../support/poll-ports.ts';

const still = pagesOf([1, 2, 3].map((number) => listed(number)));

async function scan(date: readonly Reading[], knownFingerprint: string | null = null) {
  const polling = fakePolling({ date });
  const handedOn: string[][] = [];
  const outcome = scanList(polling.ports, {
    buyerId: buyerA,
    period: 'LastOneMonths',
    deadline: Number.POSITIVE_INFINITY,
    knownFingerprint,
    onItems: async (items) => void handedOn.push(items.map(({ id }) => id)),
  });
  return { outcome, handedOn, told: polling.told };
}

describe('a scan', () => {
  it('of a list that stands still is one reading, and hands on every item of it at once', async () => {
    const { outcome, handedOn } = await scan([still]);
    expect(await outcome).toEqual({
      accepted: true,
      readings: 1,
      listed: 3,
      listing: { period: 'LastOneMonths', totalItems: 3, ids: ['1', '2'] },
    });
    expect(handedOn).toEqual([['1', '2', '3']]);
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

  it('is given up after three readings, and has handed on what each of them showed', async () => {
    const moving = (number: number): Reading => [{ totalItems: 9, items: [listed(number)] }];
    const { outcome, handedOn, told } = await scan([moving(1), moving(2), moving(3), still]);
    expect(await outcome).toMatchObject({ accepted: false, readings: 3 });
    expect(handedOn).toEqual([['1'], ['2'], ['3']]);
    expect(told).toHaveLength(3);
  });

  it('hands on what was read before an error, and throws it', async () => {
    const cut = new TransportError('CONNECTION_CUT', 'cut');
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
    const { outcome, handedOn } = await scan([[still[0] as (typeof still)[0], unreachable]], '3:1,2');
    expect(await outcome).toMatchObject({ accepted: true, readings: 1, listed: 3 });
    expect(handedOn).toEqual([]);
  });

  it.each(['4:1,2', '3:2,1', '3:1', ''])('is not made for a fingerprint of %s', async (fingerprint) => {
    const { outcome, handedOn } = await scan([still], fingerprint);
    expect(await outcome).toMatchObject({ accepted: true });
    expect(handedOn).toEqual([['1', '2', '3']]);
  });

  it('is never made at a later page', async () => {
    const same: Reading = [
      { totalItems: 4, items: [listed(1), listed(2)] },
      { totalItems: 4, items: [listed(3), listed(4)] },
    ];
    const { outcome, handedOn } = await scan([same], '4:3,4');
    expect(await outcome).toMatchObject({ accepted: true });
    expect(handedOn).toEqual([['1', '2', '3', '4']]);
  });
});

import { describe, expect, it } from 'vitest';
import { ContractError } from '../../../shared/domain/errors.ts';
import { bridgeId, buyerId, createFakeService, pageOf, rejectionOf, signalOf } from './fake-service.ts';

const signals = (count: number) => Array.from({ length: count }, () => signalOf());
const readSignals = (json: unknown) => createFakeService([{ json }]).api.listBuyerSignals({ buyerId });
const readRows = (json: unknown) => createFakeService([{ json }]).api.listBridgeRows({ bridgeId });

describe('the size of a page', () => {
  it('is exceeded by one item: the page is refused', async () => {
    const json = pageOf(signals(21), { pageSize: 20 });

    await expect(readSignals(json)).rejects.toThrow(ContractError);
    await expect(readSignals(json)).rejects.toThrow(
      'listBuyerSignals: the page has 21 items, more than its pageSize of 20 or the 1000 that a page may have',
    );
    expect(await rejectionOf(readRows(json))).toBeInstanceOf(ContractError);
  });

  it('counts items that could not be read', async () => {
    expect(await rejectionOf(readSignals(pageOf([null, null], { pageSize: 1 })))).toBeInstanceOf(
      ContractError,
    );
  });

  it('is at most 1,000, whatever the envelope says', async () => {
    const full = await readSignals(pageOf(signals(1_000), { pageSize: 5_000 }));

    expect(full.result).toHaveLength(1_000);
    await expect(readSignals(pageOf(signals(1_001), { pageSize: 5_000 }))).rejects.toThrow(
      'listBuyerSignals: the page has 1001 items, more than its pageSize of 5000 or the 1000 that a page may have',
    );
  });
});

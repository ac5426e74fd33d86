import { expect, it } from 'vitest';
import { buyerId, createFakeService, pageOf, signalOf } from './fake-service.ts';

const signals = (count: number) => Array.from({ length: count }, () => signalOf());
const readSignals = (json: unknown) => createFakeService([{ json }]).api.listBuyerSignals({ buyerId });

it('takes a page of up to 1,000 items, whatever size the envelope names', async () => {
  for (const pageSize of [20, 5_000]) {
    const full = await readSignals(pageOf(signals(1_000), { pageSize }));
    expect(full.result).toHaveLength(1_000);

    await expect(readSignals(pageOf([...signals(1_000), null], { pageSize }))).rejects.toThrow(
      'listBuyerSignals: the page has 1001 items, more than the 1000 that a page may have',
    );
  }
});

import { describe, expect, it } from 'vitest';
import { bridgeId, buyerId, createFakeService, pageOf, rowId } from './fake-service.ts';

const json = pageOf([{ rowId }]);

describe('the time of an answer', () => {
  it.each([
    ['Sat, 21 Nov 2026 08:00:00 GMT', Date.parse('2026-11-21T08:00:00Z')],
    ['yesterday', null],
  ])('comes from its Date header: %s', async (date, servedAt) => {
    const { api } = createFakeService([{ json, headers: { date } }]);
    expect(await api.listBridgeRows({ bridgeId })).toMatchObject({ servedAt });
    for await (const page of api.bridgeRowPages({ bridgeId })) expect(page.servedAt).toBe(servedAt);
  });

  it('is not known of one without', async () => {
    const { api } = createFakeService([{ json: pageOf([]) }]);
    expect((await api.listBuyerSignals({ buyerId })).servedAt).toBeNull();
  });
});

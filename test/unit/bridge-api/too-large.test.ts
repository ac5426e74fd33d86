import { expect, it } from 'vitest';
import type { RequestGate } from '../../../shared/bridge-api/index.ts';
import { buyerId, createFakeService, rejectionOf } from './fake-service.ts';

it('an answer over the cap is asked for once, and is no failure of the service to the gate', async () => {
  const seen: (number | null)[] = [];
  const gate: RequestGate = {
    admit: async () => undefined,
    report: async ({ status }) => void seen.push(status),
  };
  const { api, sent } = createFakeService([{ text: ' '.repeat(10_000_001) }], { gate });

  const error = await rejectionOf(api.listBuyerSignals({ buyerId }));

  expect(error).toMatchObject({ code: 'BODY_TOO_LARGE' });
  expect(sent).toHaveLength(1);
  expect(seen).toEqual([200]);
});

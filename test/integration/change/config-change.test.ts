import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWebhookInbox, type WebhookInbox } from '../../support/destinations/webhook-inbox.ts';
import { bridgeId, rowUuid } from '../../support/examples/example-signals.ts';
import { type ChangingBench, createChangingBench, type RouteInput } from './changing-bench.ts';

const key = `whsec_${Buffer.from('the key that the receiver knows').toString('base64')}`;
const otherKey = `whsec_${Buffer.from('a key that the receiver has not').toString('base64')}`;
const signal = (number: number): string => `${bridgeId}/${rowUuid(number)}`;
const signals = (...numbers: number[]): string[] => numbers.map(signal);
const weekly = { cron: '0 8 ? * MON *', timezone: 'UTC' };

let inbox: WebhookInbox;
let bench: ChangingBench;
beforeEach(async () => {
  inbox = await startWebhookInbox(key);
  const secrets = { SIGNING: key, SIGNING_OLD: otherKey };
  bench = createChangingBench(secrets);
});
afterEach(async () => {
  expect(inbox.problems).toEqual([]);
  bench.close();
  await inbox.close();
});

function route(over: Partial<RouteInput> = {}, path = 'crm', signingSecret = 'SIGNING'): RouteInput {
  return {
    id: 'crm',
    when: 'immediately',
    to: { type: 'webhook', url: inbox.urlOf(path), signingSecret: { secret: signingSecret } },
    ...over,
  };
}

describe('digests frozen by one version of the config and delivered by the next', () => {
  it('go to the new address of their route, and only there', async () => {
    bench.deploy(route({}, 'old'));
    await bench.record(1, 2);
    await bench.compose('crm');

    bench.deploy(route({}, 'new'));
    await bench.minute();

    expect([inbox.signals('old'), inbox.signals('new')]).toEqual([[], signals(1, 2)]);
  });

  it('are signed with the key of the secret that the config names by then', async () => {
    bench.deploy(route({}, 'crm', 'SIGNING_OLD'));
    await bench.record(1);
    await bench.compose('crm');

    bench.deploy(route({}, 'crm', 'SIGNING'));
    await bench.minute();

    expect(inbox.signals()).toEqual(signals(1));
  });

  it('go out although their route has another schedule now, and what waits takes the new one', async () => {
    bench.deploy(route());
    await bench.record(1);
    await bench.compose('crm');
    await bench.record(2);

    bench.deploy(route({ when: weekly }));
    const { pending } = (await bench.minute()) as { pending: { overdueSeconds: number } };
    expect(inbox.signals()).toEqual(signals(1));
    expect(pending.overdueSeconds).toBeLessThan(120);

    await bench.compose('crm');
    await bench.minute();
    expect(inbox.signals()).toEqual(signals(1, 2));
  });
});

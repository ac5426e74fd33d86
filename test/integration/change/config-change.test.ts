import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../support/destinations/receiver.ts';
import { startWebhookInbox, type WebhookInbox } from '../../support/destinations/webhook-inbox.ts';
import { bridgeId, rowUuid } from '../../support/examples/example-signals.ts';
import { type ChangingBench, createChangingBench, type RouteInput } from './changing-bench.ts';

const key = `whsec_${Buffer.from('the key that the receiver knows').toString('base64')}`;
const otherKey = `whsec_${Buffer.from('a key that the receiver has not').toString('base64')}`;
const signal = (number: number): string => `${bridgeId}/${rowUuid(number)}`;
const signals = (...numbers: number[]): string[] => numbers.map(signal);
const weekly = { cron: '0 8 ? * MON *', timezone: 'UTC' };

let inbox: WebhookInbox;
let slack: Receiver;
let bench: ChangingBench;
beforeEach(async () => {
  inbox = await startWebhookInbox(key);
  slack = await startReceiver({ answers: () => ({ status: 200, body: 'ok' }) });
  const secrets = { SIGNING: key, SIGNING_OLD: otherKey, SLACK: slack.url };
  bench = createChangingBench(secrets);
});
afterEach(async () => {
  expect(inbox.problems).toEqual([]);
  bench.close();
  await inbox.close();
  await slack.close();
});

function route(over: Partial<RouteInput> = {}, path = 'crm', signingSecret = 'SIGNING'): RouteInput {
  return {
    id: 'crm',
    when: 'immediately',
    to: { type: 'webhook', url: inbox.urlOf(path), signingSecret: { secret: signingSecret } },
    ...over,
  };
}
const toSlack: Partial<RouteInput> = { to: { type: 'slack', webhookUrl: { secret: 'SLACK' } } };
const other = (): RouteInput => route({ id: 'other', match: { buyers: [rowUuid(9)] } }, 'other');

/** What the ledger says of a route's digests, in the order of their slots. */
async function states(routeId: string): Promise<string[]> {
  return (await bench.ledger.listUndelivered(routeId)).map(({ state }) => state);
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

  it('go out with what they hold although their route would match it no more', async () => {
    bench.deploy(route());
    await bench.record(1);
    await bench.compose('crm');
    await bench.record(2);

    bench.deploy(route({ match: { buyers: [rowUuid(9)] } }));
    await bench.record(3);
    await bench.compose('crm');
    await bench.minute();

    expect(inbox.signals()).toEqual(signals(1, 2));
  });
});

describe('a route that is taken out of the config', () => {
  beforeEach(async () => {
    bench.deploy(route(), other());
    await bench.record(1);
    await bench.compose('crm');
    await bench.record(2);
    bench.deploy(other());
  });

  it('keeps its digests and signals without an attempt, and they are counted', async () => {
    const counted: unknown[] = [];
    for (let minute = 0; minute < 12; minute++) {
      const { pending } = (await bench.minute()) as { pending: { vanishedRoutes: number | null } };
      if (pending.vanishedRoutes !== null) counted.push(pending);
    }
    expect(inbox.requests).toEqual([]);
    expect(counted).toEqual([{ ...(counted[0] as object), vanishedRoutes: 1, vanishedPending: 2 }]);
    const pending = await bench.ledger.describePending('crm');
    expect(pending).toMatchObject({
      signalsWaiting: 1,
      digests: [{ state: 'HELD', attempts: 0, misplaced: true }],
    });
    const held = bench.observations.filter(({ kind }) => kind === 'digest-held');
    expect(held).toHaveLength(1);
  });

  it('sends it all, once and as it was frozen, when it is put back', async () => {
    const [frozen] = await bench.ledger.listUndelivered('crm');
    for (let minute = 0; minute < 3; minute++) await bench.minute();

    bench.deploy(route(), other());
    await bench.minute();
    await bench.compose('crm');
    await bench.minute();
    await bench.minute();

    expect(inbox.signals('crm').sort()).toEqual(signals(1, 2));
    expect(inbox.digests.map(({ id }) => id)).toContain(frozen?.digestId);
    expect(inbox.requests).toHaveLength(2);
  });

  it('is discarded by name: nothing of it goes out when it is put back', async () => {
    await bench.minute();
    const gone = await bench.ledger.discardPending({ routeId: 'crm', by: 'pat', scope: 'all' });
    expect(gone).toEqual({ signals: 1, signalsHeld: 0, digests: 1 });

    bench.deploy(route(), other());
    await bench.record(1, 2);
    await bench.compose('crm');
    await bench.minute();
    await bench.minute();

    expect(inbox.requests).toEqual([]);
  });
});

describe('a route that goes to another kind of destination', () => {
  it('keeps what was written for the old one, tries it once and not each hour, and sends what is new', async () => {
    bench.deploy(route());
    await bench.record(1);
    await bench.compose('crm');

    bench.deploy(route(toSlack));
    await bench.record(2);
    await bench.compose('crm');
    for (let hour = 0; hour < 26; hour++) {
      bench.advance(3_540_000);
      await bench.minute();
    }

    expect(inbox.requests).toEqual([]);
    expect(slack.requests).toHaveLength(1);
    expect(await states('crm')).toEqual(['HELD']);
    expect(bench.observations.filter(({ kind }) => kind === 'digest-held')).toHaveLength(1);
  });

  it('sends what was kept when it is changed back', async () => {
    bench.deploy(route());
    await bench.record(1);
    await bench.compose('crm');
    bench.deploy(route(toSlack));
    await bench.minute();
    await bench.minute();

    bench.deploy(route());
    await bench.minute();
    await bench.minute();

    expect(inbox.signals('crm')).toEqual(signals(1));
    expect(slack.requests).toEqual([]);
  });
});

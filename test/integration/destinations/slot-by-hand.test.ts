import { afterEach, describe, expect, it } from 'vitest';
import type { Observation } from '../../../shared/domain/observation.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { createDeliveryBench } from '../../support/destinations/delivery-bench.ts';
import { startReceiver } from '../../support/destinations/receiver.ts';

const slot = '2026-11-21T08:00:00.000Z';
const start = Date.parse(slot);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('an event with a slot of its own that somebody runs again', () => {
  const closing: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function setUp() {
    const receiver = await startReceiver({ answers: [] });
    const signingSecret = { secret: 'KEY' };
    const route: Route = {
      id: 'crm',
      match: {},
      when: 'immediately',
      to: { type: 'webhook', url: receiver.url, signingSecret },
      heartbeat: { cron: '0 8 * * ? *', timezone: 'UTC' },
    };
    const key = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const bench = createDeliveryBench({ routes: [route], secrets: { KEY: key } });
    closing.push(() => bench.close(), receiver.close);
    /** Time goes by, and what has expired is gone. */
    const pass = (ms: number) => {
      bench.advance(ms);
      elapsed += ms;
      bench.table.deleteExpired(Math.floor((start + elapsed) / 1_000));
    };
    let elapsed = 0;
    const ids = () => receiver.requests.map(({ headers }) => String(headers['webhook-id']));
    return { bench, pass, ids };
  }

  it('never gives a new digest the id of one that was delivered and has expired', async () => {
    const { bench, pass, ids } = await setUp();
    await bench.record(1, 2);
    await bench.compose({ routeId: 'crm', slot });
    await bench.deliver();
    const [delivered] = ids();
    pass(31 * dayMs);
    expect([...bench.table.all()].filter(({ digestId }) => digestId === delivered)).toEqual([]);

    await bench.record(3, 4);
    const again = await bench.compose({ routeId: 'crm', slot });
    await bench.deliver();

    expect(again).toMatchObject({ routes: [{ slot: new Date(start + 31 * dayMs).toISOString() }] });
    expect(ids()).toHaveLength(2);
    expect(new Set(ids()).size).toBe(2);
  });

  it('loses nothing when its schedule was hours late: the digest comes under a slot of now', async () => {
    const { bench, pass, ids } = await setUp();
    await bench.record(1, 2);
    pass(9 * hourMs);

    for (const event of [
      { routeId: 'crm', slot },
      { sweep: true, slot },
    ])
      await bench.compose(event);
    await bench.deliver();

    const nine = new Date(start + 9 * hourMs).toISOString();
    const frozen = [...bench.table.all()].find(({ sk }) => sk.startsWith(`DIG#${nine}`));
    expect(ids()).toEqual([frozen?.digestId]);
  });

  it('makes nothing overdue that was only just frozen, as a digest or as a heartbeat', async () => {
    const { bench, pass } = await setUp();
    pass(90 * dayMs);
    await bench.record(1, 2);
    await bench.compose({ routeId: 'crm', slot });
    await bench.compose({ heartbeat: true, routeId: 'crm', slot });

    await bench.compose({ sweep: true });

    const checks = bench.observations.filter(isPendingCheck);
    expect(checks).toMatchObject([{ overdueSeconds: 0 }]);
    expect((await bench.ledger.listUndelivered('crm')).map(({ state }) => state)).toEqual([
      'FROZEN',
      'FROZEN',
    ]);
  });

  it.each([{}, { sweep: true }, { heartbeat: true }])('is refused for a time to come: %j', async (event) => {
    const { bench, ids } = await setUp();
    await bench.record(1, 2);

    const composed = bench.compose({ ...event, slot: '2026-12-24T08:00:00Z' });

    await expect(composed).rejects.toThrow(
      /^slot: found 2026-12-24T08:00:00.000Z, which is in the future; leave it out/,
    );
    expect(await bench.ledger.readOutbox('crm', 10)).toHaveLength(2);
    expect(ids()).toEqual([]);
  });
});

function isPendingCheck(observation: Observation): boolean {
  return observation.kind === 'pending-checked';
}

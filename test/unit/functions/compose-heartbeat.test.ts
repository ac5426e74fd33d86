import { describe, expect, it } from 'vitest';
import { composeHeartbeat } from '../../../functions/compose-digests/compose-heartbeat.ts';
import { heartbeatSlot } from '../../../shared/domain/digests/heartbeat.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { digestKey } from '../../../shared/ledger/keys.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';
import { benchNow, openFunctions } from '../../support/functions/open-functions.ts';

const slot = '2026-11-21T08:00:00.000Z';
const sentence = 'Polled 32 times, 0 new signals, 0 hot, 0 failures, 0 throttles, never anything new.';

/** Heartbeats of the route `crm` after 32 polls; a body is the content's JSON. */
async function open() {
  const bench = openFunctions();
  await bench.ledger.addTally(
    { counts: { polls: 32, buyersRead: 9 }, newByRoute: {}, lastNewAt: null },
    benchNow,
  );
  const rendererFor = () => ({
    renderHeartbeat: (content: object) => JSON.stringify(content),
    renderHeartbeatPlain: () => 'plain',
  });
  const ports = { ...bench.ports, rendererFor };
  return {
    ...bench,
    ports,
    compose: (route: Route = immediateRoute, dryRun = false, of = slot, named = of) =>
      composeHeartbeat(ports, { route, slot: of, named, dryRun }),
    stored: (of = slot) => bench.table.peek(digestKey('crm', heartbeatSlot(of), 1)),
  };
}

describe('composing a heartbeat', () => {
  it('freezes it under a slot of its own, queues it, and answers with what it says', async () => {
    const { compose, stored, queued, observed } = await open();

    const answer = await compose();

    const digestId = expect.stringMatching(/^msg_/);
    expect(answer).toEqual({ routeId: 'crm', slot, state: 'ENABLED', digestId, sentence });
    expect(stored()).toMatchObject({ state: 'FROZEN', digestId, plainText: 'plain' });
    const content = { digestId: answer.digestId, routeId: 'crm', timezone: 'UTC' };
    expect(JSON.parse(String(stored()?.text))).toMatchObject(content);
    expect(queued.delivery).toEqual([{ routeId: 'crm', slot: heartbeatSlot(slot), part: 1 }]);
    expect(observed).toMatchObject([{ kind: 'heartbeat-frozen', routeId: 'crm', digestId }]);
  });

  it('makes one for each slot, and none for a repeated tick or a slot that a newer one covers', async () => {
    const { compose, stored, queued, time } = await open();
    const next = '2026-11-28T08:00:00.000Z';
    await compose();
    time.now = Date.parse(next);
    expect(await compose(immediateRoute, false, next)).toMatchObject({ digestId: expect.any(String) });
    for (const late of [slot, next, '2026-11-20T08:00:00.000Z']) {
      expect(await compose(immediateRoute, false, late)).toMatchObject({ digestId: null, sentence: null });
    }
    expect([stored(), stored(next)]).toMatchObject([{ state: 'FROZEN' }, { state: 'FROZEN' }]);
    expect(queued.delivery).toHaveLength(2);
  });

  it('covers a slot that comes far too late under the present slot, once', async () => {
    const { compose, stored } = await open();
    const named = '2026-11-18T08:00:00.000Z';

    expect(await compose(immediateRoute, false, slot, named)).toMatchObject({ slot, sentence });
    expect(await compose(immediateRoute, false, slot, named)).toMatchObject({ digestId: null });
    expect([stored()?.state, stored(named)]).toEqual(['FROZEN', undefined]);
  });

  it('gives up if the heartbeats of other slots are faster again and again', async () => {
    const { ports, queued } = await open();
    const ledger = { ...ports.ledger, freezeHeartbeat: async () => 'overtaken' as const };
    const composing = composeHeartbeat({ ...ports, ledger }, { route: immediateRoute, slot, dryRun: false });
    await expect(composing).rejects.toMatchObject({
      code: 'HEARTBEAT_OVERTAKEN',
      message: 'crm: another instance stored a heartbeat first, 6 times',
    });
    expect(queued.delivery).toEqual([]);
  });

  it('freezes none for a disabled route; a dry run says the sentence all the same, and writes nothing', async () => {
    const { compose, ledger, table, queued, observed } = await open();
    await ledger.disableRoute('crm', 'no_service', benchNow);
    const before = JSON.stringify([...table.all()]);
    const none = { routeId: 'crm', slot, state: 'DISABLED', digestId: null };
    expect(await compose()).toEqual({ ...none, sentence: null });
    expect(await compose(immediateRoute, true)).toEqual({ ...none, sentence });
    expect([JSON.stringify([...table.all()]), queued.delivery, observed]).toEqual([before, [], []]);
  });

  it("tells times in the heartbeat's own zone, or else the route's", async () => {
    const { compose, ledger } = await open();
    await ledger.addTally({ counts: {}, newByRoute: {}, lastNewAt: benchNow - 48 * 60_000 }, benchNow);
    const inTokyo = { ...immediateRoute, heartbeat: { cron: '0 8 ? * MON *', timezone: 'Asia/Tokyo' } };
    const inNewYork = { ...morningRoute, when: { cron: '0 8 * * ? *', timezone: 'America/New_York' } };
    const told = async (route: Route) => (await compose(route, true)).sentence;
    expect(await told(inTokyo)).toContain('16:12 today');
    expect(await told(inNewYork)).toContain('02:12 today');
    expect(await told(immediateRoute)).toContain('07:12 today');
  });
});

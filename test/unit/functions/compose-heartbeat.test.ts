import { describe, expect, it } from 'vitest';
import {
  type ComposeHeartbeatPorts,
  composeHeartbeat,
} from '../../../functions/compose-digests/compose-heartbeat.ts';
import type { DigestPointer, FrozenDigest } from '../../../shared/domain/digests/delivery.ts';
import type { HeartbeatMark } from '../../../shared/domain/digests/heartbeat.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { composeNow } from '../../support/functions/compose-ports.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';

const slot = '2026-11-21T08:00:00.000Z';

function open(over: Partial<ComposeHeartbeatPorts> = {}) {
  const frozen: FrozenDigest[] = [];
  const sent: DigestPointer[] = [];
  const observed: Observation[] = [];
  let mark: HeartbeatMark | null = null;
  const ports: ComposeHeartbeatPorts = {
    clock: { now: () => composeNow, sleep: async () => undefined },
    observe: (observation) => void observed.push(observation),
    rendererFor: () => ({ renderHeartbeat: (content) => JSON.stringify(content) }),
    readRoute: async () => ({ state: 'ENABLED' }),
    readTallies: async () => ({
      days: [{ day: '2026-11-21', counts: { polls: 32, buyersRead: 9 }, newByRoute: {} }],
      news: { lastNewAt: null, since: 0 },
    }),
    readHeartbeat: async () => mark,
    digestIdOf: async (routeId, of, part) => `msg_${routeId}_${of}_${part}`,
    freezeHeartbeat: async (digest, { after }) => {
      frozen.push(digest);
      mark = after;
      return 'frozen';
    },
    sendDigests: async (pointers) => void sent.push(...pointers),
    ...over,
  };
  const compose = (route: Route = immediateRoute, dryRun = false, of = slot) =>
    composeHeartbeat(ports, { route, slot: of, dryRun });
  const composeLate = (named: string) =>
    composeHeartbeat(ports, { route: immediateRoute, slot, named, dryRun: false });
  return { compose, composeLate, frozen, sent, observed };
}

const sentence = 'Polled 32 times, 0 new signals, 0 hot, 0 failures, 0 throttles, never anything new.';

describe('composing a heartbeat', () => {
  it('freezes it under a slot of its own, hands it on, and answers with what it says', async () => {
    const { compose, frozen, sent, observed } = open();

    const answer = await compose();

    const digestId = `msg_crm_${slot}+heartbeat_1`;
    expect(answer).toEqual({ routeId: 'crm', slot, state: 'ENABLED', digestId, sentence });
    expect(frozen).toMatchObject([
      {
        routeId: 'crm',
        slot: `${slot}+heartbeat`,
        part: 1,
        digestId,
        destinationType: 'webhook',
        members: [],
      },
    ]);
    expect(sent).toEqual([{ routeId: 'crm', slot: `${slot}+heartbeat`, part: 1 }]);
    expect(observed).toMatchObject([{ kind: 'heartbeat-frozen', routeId: 'crm', digestId }]);
    expect(JSON.parse(frozen[0]?.body ?? '')).toMatchObject({ digestId, routeId: 'crm', timezone: 'UTC' });
  });

  it('makes one for each slot in turn', async () => {
    const { compose, frozen } = open();
    const next = '2026-11-28T08:00:00.000Z';

    await compose();
    expect(await compose(immediateRoute, false, next)).toMatchObject({
      digestId: `msg_crm_${next}+heartbeat_1`,
    });

    expect(frozen.map((digest) => digest.slot)).toEqual([`${slot}+heartbeat`, `${next}+heartbeat`]);
  });

  it('makes one for a repeated tick, and none for a slot that a newer heartbeat covers', async () => {
    const { compose, frozen, sent } = open();
    await compose();
    for (const late of [slot, '2026-11-20T08:00:00.000Z']) {
      expect(await compose(immediateRoute, false, late)).toMatchObject({ digestId: null, sentence: null });
    }
    expect(frozen).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });

  it('covers a slot that comes far too late under the present slot, once', async () => {
    const { composeLate, frozen } = open();
    const named = '2026-11-18T08:00:00.000Z';

    expect(await composeLate(named)).toMatchObject({ slot, sentence });
    expect(await composeLate(named)).toMatchObject({ digestId: null, sentence: null });

    expect(frozen.map((digest) => digest.slot)).toEqual([`${slot}+heartbeat`]);
  });

  it('leaves the slot to a faster composer', async () => {
    const { compose, sent, observed } = open({ freezeHeartbeat: async () => 'taken' });
    expect(await compose()).toMatchObject({ digestId: null, sentence: null });
    expect([sent, observed]).toEqual([[], []]);
  });

  it('counts again if another slot was faster, and gives up if that keeps happening', async () => {
    const outcomes = ['overtaken', 'overtaken', 'frozen'] as const;
    let tries = 0;
    const { compose, sent } = open({ freezeHeartbeat: async () => outcomes[tries++] ?? 'frozen' });
    expect(await compose()).toMatchObject({ sentence });
    expect(sent).toHaveLength(1);

    tries = 0;
    const never = open({
      freezeHeartbeat: async () => {
        tries += 1;
        return 'overtaken';
      },
    });
    await expect(never.compose()).rejects.toMatchObject({
      code: 'HEARTBEAT_OVERTAKEN',
      message: 'crm: another instance stored a heartbeat first, 6 times',
    });
    expect(tries).toBe(6);
  });

  it('freezes none for a disabled route: the first after a resume tells of all that time', async () => {
    const { compose, frozen } = open({ readRoute: async () => ({ state: 'DISABLED' }) });
    expect(await compose()).toEqual({
      routeId: 'crm',
      slot,
      state: 'DISABLED',
      digestId: null,
      sentence: null,
    });
    expect(frozen).toEqual([]);
  });

  it('in a dry run says the sentence and changes nothing, for a disabled route and a told slot too', async () => {
    const { compose, frozen, sent, observed } = open({ readRoute: async () => ({ state: 'DISABLED' }) });
    expect(await compose(immediateRoute, true)).toMatchObject({
      state: 'DISABLED',
      digestId: null,
      sentence,
    });
    expect([frozen, sent, observed]).toEqual([[], [], []]);
  });

  it("tells times in the heartbeat's own zone, or else the route's", async () => {
    const readTallies: ComposeHeartbeatPorts['readTallies'] = async () => ({
      days: [],
      news: { lastNewAt: Date.parse('2026-11-21T07:12:00Z'), since: 0 },
    });
    const { compose } = open({ readTallies });
    const inTokyo = { ...immediateRoute, heartbeat: { cron: '0 8 ? * MON *', timezone: 'Asia/Tokyo' } };
    const inNewYork = { ...morningRoute, when: { cron: '0 8 * * ? *', timezone: 'America/New_York' } };
    expect(await compose(inTokyo, true)).toMatchObject({ sentence: expect.stringContaining('16:12 today') });
    expect(await compose(inNewYork, true)).toMatchObject({
      sentence: expect.stringContaining('02:12 today'),
    });
    expect(await compose(immediateRoute, true)).toMatchObject({
      sentence: expect.stringContaining('07:12 today'),
    });
  });

  it('freezes the second form where the destination may refuse the first', async () => {
    const { compose, frozen } = open({
      rendererFor: () => ({ renderHeartbeat: () => 'blocks', renderHeartbeatPlain: () => 'plain' }),
    });
    await compose();
    expect(frozen).toMatchObject([{ body: 'blocks', plainBody: 'plain' }]);
  });
});

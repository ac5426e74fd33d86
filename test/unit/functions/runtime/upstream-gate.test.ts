import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../../functions/observations/observation.ts';
import { openSqliteTable } from '../../../../machine/sqlite-table.ts';
import type { Admission, RequestGate } from '../../../../shared/bridge-api/index.ts';
import { NotStartedError } from '../../../../shared/domain/errors.ts';
import { upstreamKey } from '../../../../shared/ledger/items/keys.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { createGateOver, slowTable } from '../../../support/time/simulated-calls.ts';
import { createVirtualClock } from '../../../support/time/virtual-clock.ts';

const start = Date.parse('2026-11-21T08:00:00Z');
const second = 1_000;
const operation = 'listBuyerSignals';
const minute = 60 * second;

type Told = Partial<Parameters<RequestGate['admit']>[0] & Parameters<RequestGate['report']>[0]>;

const ordinary = {
  operation,
  deadline: null,
  freshToken: false,
  retryAfterMs: null,
  admission: { perSecond: 20, cuts: 0, isProbe: false },
} as const;

const rejected = { freshToken: true, blames: 'all' } as const;

/** Instances over one table, in a time that the test moves; `fate` of each call is told as it is known. */
function createWorld(instances = 1, tableMs = 0, callsPerSecond?: number) {
  const clock = createVirtualClock(start, 1);
  const table = openSqliteTable(':memory:');
  const random = seededRandom(1);
  const reached = tableMs === 0 ? table : slowTable(table, () => clock.sleep(tableMs));
  const observed: Observation[] = [];
  const observe = (observation: Observation): void => void observed.push(observation);
  const gates = Array.from({ length: instances }, () =>
    createGateOver(reached, clock, random, observe, callsPerSecond),
  );
  const [gate] = gates as [ReturnType<typeof createGateOver>];
  const admitted: number[] = [];
  const refused: { readonly at: number; readonly error: unknown }[] = [];
  /** The last of each gate: what is reported is reported of that call. */
  const admissions = new Map<typeof gate, Admission>();
  const ask = (told: Told = {}, by = gate) => {
    by.admit({ ...ordinary, ...told }).then(
      (admission) => {
        admissions.set(by, admission);
        admitted.push(clock.now() - start);
      },
      (error: unknown) => refused.push({ at: clock.now() - start, error }),
    );
  };
  /** A call of one attempt. */
  const report = async (status: number | null, told: Told = {}, by = gate) => {
    await by.report({ ...ordinary, admission: admissions.get(by) ?? ordinary.admission, ...told, status });
    await by.end({ ...ordinary, ...told, status });
  };
  const fail = async (calls: number) => {
    for (let call = 0; call < calls; call += 1) await report(503);
  };
  return { clock, table, gates, gate, observed, admitted, refused, ask, report, fail };
}

it('counts the calls of a lane with their reservation, its 429s with the next one, and none with a write of its own', async () => {
  const { clock, table, ask, report } = createWorld();
  const counted = async () => {
    const item = await table.get(upstreamKey('lists'));
    return { calls: item?.calls, refused: item?.refused };
  };
  ask();
  await clock.advance(second);
  await report(429);
  expect(await counted()).toEqual({ calls: 1, refused: 0 });
  await clock.advance(5 * second);
  ask();
  await clock.advance(second);
  expect(await counted()).toEqual({ calls: 2, refused: 1 });
  await report(200);
  ask();
  await clock.advance(second);
  expect(await counted()).toEqual({ calls: 3, refused: 1 });
});

describe('the limiter', () => {
  it('refuses at once a call whose turn comes after its deadline, and takes no moment for it', async () => {
    const { clock, table, admitted, refused, ask, report } = createWorld();
    ask();
    await clock.advance(100);
    await report(429, { retryAfterMs: 30 * second });
    const before = await table.get(upstreamKey('lists'));

    ask({ deadline: clock.now() + 20 * second });
    await clock.advance(second);

    expect(refused).toMatchObject([{ at: 100, error: { code: 'TIMEOUT' } }]);
    expect(refused[0]?.error).toBeInstanceOf(NotStartedError);
    expect(admitted).toHaveLength(1);
    expect(await table.get(upstreamKey('lists'))).toEqual(before);
  });

  it("keeps to the config's calls a second, and finds no higher rate meanwhile", async () => {
    const { clock, table, admitted, ask } = createWorld(1, 0, 10);
    for (let call = 0; call < 30; call += 1) ask();

    await clock.advance(2 * second);

    // Lists have seven tenths of ten calls.
    expect(admitted.length).toBeGreaterThanOrEqual(13);
    expect(admitted.length).toBeLessThanOrEqual(15);
    expect((await table.get(upstreamKey('lists')))?.perSecond).toBe(7);
  });

  it('delays calls that already had their turn when upstream complains', async () => {
    const { clock, admitted, ask, report } = createWorld();
    for (let call = 0; call < 10; call += 1) ask();
    await clock.advance(120);

    await report(429, { retryAfterMs: 10 * second });
    await clock.advance(9 * second);

    expect(admitted).toHaveLength(3);
    await clock.advance(10 * second);
    expect(admitted).toHaveLength(10);
  });

  it('makes up for no moment that passed unused: that would be a burst', async () => {
    const { clock, admitted, ask, report } = createWorld();
    // From the first 429 on, several moments are reserved at once.
    await report(429);
    await clock.advance(second);
    for (const deadline of [null, 1, 1, 1]) ask({ deadline: deadline && clock.now() + deadline });
    await clock.advance(second);

    for (let call = 0; call < 5; call += 1) ask();
    await clock.advance(140);
    // At 15 calls a second.
    expect(admitted).toHaveLength(1 + 3);
  });
});

describe('the gate of events', () => {
  const openEvents = (callsPerSecond?: number) => {
    const world = createWorld(1, 0, callsPerSecond);
    const { table, clock, observed } = world;
    const observe = (one: Observation) => void observed.push(one);
    const events = createGateOver(table, clock, seededRandom(2), observe, callsPerSecond, true);
    const askMany = (calls: number, told: Told = {}) => {
      for (let call = 0; call < calls; call += 1) world.ask(told, events);
    };
    return { ...world, events, askMany };
  };

  it('lets half a second of the lane through at once, and then a tenth of its rate', async () => {
    const { clock, admitted, refused, askMany } = openEvents();
    askMany(30);
    await clock.advance(second);
    expect([admitted.length, refused.length]).toEqual([10, 20]);
    expect(refused[0]?.error).toMatchObject({ code: 'UPSTREAM_PAUSED', reason: 'events' });
    for (let passed = 0; passed < 60; passed += 1) {
      askMany(5);
      await clock.advance(second);
    }
    // Two a second.
    expect(admitted.length).toBeGreaterThan(10 + 115);
    expect(admitted.length).toBeLessThanOrEqual(10 + 122);
  });

  it('lets a short list through where the lane is slow', async () => {
    const { clock, admitted, askMany } = openEvents(1);
    askMany(10);
    await clock.advance(minute);
    expect(admitted).toHaveLength(3);
  });

  it('says once a minute that events ask for too much, and pauses no other call', async () => {
    const { clock, observed, admitted, ask, askMany } = openEvents();
    for (let passed = 0; passed < 3; passed += 1) {
      askMany(30);
      await clock.advance(59 * second);
    }
    const told = observed.filter(({ kind }) => kind === 'events-delayed');
    expect(told).toHaveLength(2);
    const before = admitted.length;
    ask();
    await clock.advance(second);
    expect(admitted).toHaveLength(before + 1);
  });

  it('adds nothing to the breaker, whatever its calls come to', async () => {
    const { clock, events, report, admitted, ask, observed } = openEvents();
    for (let call = 0; call < 50; call += 1) await report(503, {}, events);
    await report(401, { freshToken: true }, events);
    ask();
    await clock.advance(second);
    expect(admitted).toHaveLength(1);
    expect(observed.filter(({ kind }) => kind === 'upstream-paused')).toEqual([]);
  });

  it('leaves the first call after a pause to a list that a tick reads', async () => {
    const { clock, admitted, refused, ask, askMany, report } = openEvents();
    await report(503, { blames: 'all' });
    await clock.advance(60 * minute);
    askMany(1);
    await clock.advance(second);
    expect([admitted.length, refused.length]).toEqual([0, 1]);
    ask();
    await clock.advance(second);
    expect(admitted).toHaveLength(1);
  });

  it('slows down with the others after a 429', async () => {
    const { clock, table, events, report, askMany } = openEvents();
    askMany(1);
    await clock.advance(second);
    await report(429, {}, events);
    expect((await table.get(upstreamKey('lists')))?.perSecond).toBeLessThan(20);
  });

  it('counts no ranks, columns or summaries', async () => {
    const { clock, admitted, askMany } = openEvents();
    askMany(30, { lane: 'ranks' });
    await clock.advance(5 * second);
    expect(admitted).toHaveLength(30);
  });
});

describe('the breaker', () => {
  it('lets one call probe when the pause is over, and all others when that one went well', async () => {
    const world = createWorld(2);
    await world.fail(20);
    await world.clock.advance(30 * second);
    for (let call = 0; call < 4; call += 1) for (const gate of world.gates) world.ask({}, gate);
    await world.clock.advance(5 * second);
    const whileProbing = world.admitted.length;

    await world.report(200);
    await world.report(200, {}, world.gates[1]);
    await world.clock.advance(5 * second);

    expect(whileProbing).toBe(1);
    expect(world.admitted).toHaveLength(8);
    expect(world.refused).toEqual([]);
  });

  it('lets the probe through however long the table took to grant it', async () => {
    const { clock, admitted, ask, report } = createWorld(1, 200);
    for (let call = 0; call < 20; call += 1) void report(503);
    await clock.advance(31 * second);

    ask();
    await clock.advance(second);

    expect(admitted).toHaveLength(1);
  });

  it('takes a 429 of the probe for a sign of life, and slows down', async () => {
    const { clock, table, admitted, ask, report, fail } = createWorld();
    await fail(20);
    await clock.advance(30 * second);
    for (let call = 0; call < 4; call += 1) ask();
    await clock.advance(100);

    await report(429);
    await clock.advance(10 * second);

    expect(admitted).toHaveLength(4);
    expect(await table.get(upstreamKey('lists'))).toMatchObject({
      pauses: 0,
      cuts: 1,
    });
  });

  it('is not opened by rows, since bridges can fail for good, by lists known to fail, or by attempts of a call', async () => {
    const { clock, gate, admitted, ask, report, fail } = createWorld();
    for (let call = 0; call < 60; call += 1) {
      const status = call % 2 === 0 ? 500 : null;
      await report(status, { operation: 'listBridgeRows' });
      await report(status, { blames: 'nothing' });
      await gate.report({ ...ordinary, status });
    }
    await fail(19);

    ask();
    await clock.advance(second);

    expect(admitted).toHaveLength(1);
  });

  it('takes a list that speaks for all at its word, as its probe', async () => {
    const { clock, admitted, refused, ask, report } = createWorld();
    ask();
    await clock.advance(second);
    await report(503, { blames: 'all' });
    await clock.advance(30 * second);
    for (let call = 0; call < 2; call += 1) ask();
    await clock.advance(100);
    expect([admitted.length, refused]).toEqual([2, []]);

    // The other one probes instead.
    await report(503, { blames: 'nothing' });
    await clock.advance(2 * second);
    expect(admitted).toHaveLength(3);
  });
});

describe('a token', () => {
  it('that is rejected after it was read again, by a list that speaks for all, stops all for five minutes', async () => {
    const { clock, admitted, refused, ask, report } = createWorld();
    await report(401, { blames: 'all' });
    for (let list = 0; list < 20; list += 1) await report(401, { freshToken: true });
    ask();
    await clock.advance(second);
    expect(admitted).toHaveLength(1);
    await report(401, rejected);

    ask();
    await clock.advance(second);

    expect(refused[0]?.error).toMatchObject({ reason: 'rejected', until: start + 301 * second });
  });

  it.each([
    ['that was rotated during the pause is probed with at once, and calling goes on', 3, 1],
    ['is probed by one call, though several were under way when it was rejected', 1, 3],
  ])('%s', async (_, calls, repeated) => {
    const { clock, admitted, refused, ask, report } = createWorld();
    await report(401, rejected);
    await clock.advance(300 * second);
    for (let call = 0; call < calls; call += 1) ask();
    await clock.advance(100);

    // The probe had the old token; it is read again, and the same call repeated.
    await report(401);
    for (let call = 0; call < repeated; call += 1) ask({ freshToken: true });
    await clock.advance(100);
    const beforeItIsKnown = admitted.length;
    await report(200, { freshToken: true });
    await clock.advance(second);

    expect(beforeItIsKnown).toBe(2);
    expect(admitted).toHaveLength(4);
    expect(refused).toEqual([]);
  });
});

describe.each([
  { what: 'a summary', lane: 'summaries', one: { operation: 'getBuyerSummary' } },
  { what: 'column metadata', lane: 'columns', one: { operation: 'listColumnMetadata' } },
  { what: 'a Hotness order', lane: 'ranks', one: { lane: 'ranks' } },
] as const)('a call for $what', ({ lane, one }) => {
  it('pauses its own lane when most of twenty fail, which is told as such, and probes for itself', async () => {
    const { clock, observed, admitted, refused, ask, report } = createWorld();
    for (let call = 0; call < 20; call += 1) await report(503, one);

    ask(one);
    await clock.advance(30 * second);
    for (let call = 0; call < 3; call += 1) ask(one);
    await clock.advance(second);
    const whileProbing = admitted.length;
    // That it is refused is an answer, too.
    await report(403, one);
    await clock.advance(5 * second);

    expect(refused).toMatchObject([{ error: { reason: 'failing', until: start + 30 * second } }]);
    expect(observed).toEqual([{ kind: 'lane-paused', lane, until: '2026-11-21T08:00:30.000Z' }]);
    expect([whileProbing, admitted.length]).toEqual([1, 3]);
  });

  it.each([
    ['of the same instance', 0],
    ['of another instance', 1],
  ])('waits for what the probe of a rejected token %s finds out', async (_, prober) => {
    const { clock, gates, admitted, refused, ask, report } = createWorld(2);
    const by = gates[prober];
    await report(401, rejected);
    await clock.advance(300 * second);
    ask(one);
    await clock.advance(second);
    ask({}, by);
    await clock.advance(100);
    ask(one);
    await clock.advance(second);
    const whileProbing = admitted.length;

    await report(200, {}, by);
    await clock.advance(second);

    expect(whileProbing).toBe(1);
    expect(admitted).toHaveLength(2);
    // The first came before any list probed: it is told to ask again.
    expect(refused).toMatchObject([{ error: { reason: 'rejected', until: start + (300 + 60) * second } }]);
  });
});

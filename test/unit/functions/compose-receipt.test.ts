import { describe, expect, it } from 'vitest';
import { composeDigests } from '../../../functions/compose-digests/compose-digests.ts';
import { owesReceipt } from '../../../functions/compose-digests/compose-receipt.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import type { Mute } from '../../../shared/domain/routes/mute.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import {
  type FakeComposing,
  fakeComposing,
  composeNow as now,
} from '../../support/functions/compose-ports.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';

const route: Route = { ...morningRoute, receipt: true };
const slot = new Date(now).toISOString();
const minute = 60_000;

const compose = ({ ports }: FakeComposing, over: Partial<Parameters<typeof composeDigests>[1]> = {}) =>
  composeDigests(ports, {
    ...{ route, slot, seenUntil: Number.POSITIVE_INFINITY, owesReceipt: true, dryRun: false },
    deadline: Number.POSITIVE_INFINITY,
    ...over,
  });

const bodies = ({ frozen }: FakeComposing) => frozen.map(({ body }) => JSON.parse(body) as DigestContent);
const kinds = ({ frozen }: FakeComposing) => frozen.map(({ kind }) => kind ?? 'digest');
const waiting = exampleEntry(1, { hot: true, firstSeenAt: now - minute, releaseAt: now + minute });

describe('a slot that has nothing', () => {
  it('sends one receipt, which says since when', async () => {
    const fake = fakeComposing([]);
    const { digests } = await compose(fake);

    expect(digests).toMatchObject([{ part: 1, signals: 0 }]);
    expect(fake.frozen).toMatchObject([{ kind: 'receipt', slot, part: 1, members: [] }]);
    expect(bodies(fake)).toMatchObject([
      { buyers: [], receipt: { since: '2026-11-20T08:00:00.000Z', until: slot }, part: 1, parts: 1 },
    ]);
    expect(fake.sent).toEqual([{ routeId: 'crm', slot, part: 1 }]);
    expect(fake.observed).toMatchObject([{ kind: 'digest-frozen', signals: 0 }]);
  });

  it('sends none where none is owed, in a dry run, or for a disabled route', async () => {
    const fake = fakeComposing([]);
    await compose(fake, { owesReceipt: false });
    await compose(fake, { dryRun: true });
    const disabled = fakeComposing([], { readRoute: async () => ({ state: 'DISABLED' }) });
    await compose(disabled);

    expect([...kinds(fake), ...kinds(disabled)]).toEqual([]);
  });

  it('sends no second one when its event is repeated', async () => {
    const fake = fakeComposing([]);
    await compose(fake);
    expect(await compose(fake)).toMatchObject({ digests: [] });
    expect(kinds(fake)).toEqual(['receipt']);
    expect(fake.observed).toHaveLength(1);
  });

  it('leaves it to another composer that was faster', async () => {
    const fake = fakeComposing([]);
    fake.isCancelled = () => true;
    expect(await compose(fake)).toMatchObject({ digests: [] });
    expect([fake.frozen, fake.sent, fake.observed]).toEqual([[], [], []]);
  });

  it('has nothing before it on a schedule that has just begun', async () => {
    const fake = fakeComposing([]);
    const when = { cron: '0 8 21 11 ? 2026', timezone: 'UTC' };
    await compose(fake, { route: { ...route, when } });
    expect(bodies(fake)).toMatchObject([{ receipt: { since: null, until: slot }, windowStart: slot }]);
  });
});

describe('a slot that has something', () => {
  it('sends it, and no receipt, also when its event is repeated', async () => {
    const fake = fakeComposing([exampleEntry(1)]);
    await compose(fake);
    await compose(fake);
    expect(kinds(fake)).toEqual(['digest']);
  });

  it('sends no receipt behind what another composer sent first', async () => {
    const fake = fakeComposing([exampleEntry(1)]);
    const { freeze } = fake.ports;
    const ports = {
      ...fake.ports,
      freeze: async (...given: Parameters<typeof freeze>) => {
        await freeze(...given);
        return false;
      },
    };
    expect(await compose({ ...fake, ports })).toMatchObject({ digests: [] });
    expect(kinds(fake)).toEqual(['digest']);
  });
});

describe('a slot whose signals wait', () => {
  it('owes its receipt until it is known whether they come', async () => {
    const fake = fakeComposing([waiting]);
    await compose(fake);
    expect(kinds(fake)).toEqual([]);
    expect(fake.late).toMatchObject([{ slot, receipt: true }]);

    fake.outbox = [];
    fake.now += minute;
    await compose(fake, { lateSlot: slot });
    expect(kinds(fake)).toEqual(['receipt']);
  });

  it('owes none once some of them were sent', async () => {
    const fake = fakeComposing([waiting, exampleEntry(2)]);
    await compose(fake);
    expect(kinds(fake)).toEqual(['digest']);
    expect(fake.late.filter(({ receipt }) => receipt)).toEqual([]);
  });
});

describe('a slot with nothing but muted signals', () => {
  const mute: Mute = { kind: 'route', id: 'crm', until: now + 60 * minute, because: 'a fair' };

  it('says so at once, and owes nothing when the mute ends', async () => {
    const fake = fakeComposing([exampleEntry(1), exampleEntry(2)], { listMutes: async () => [mute] });
    await compose(fake);

    expect(kinds(fake)).toEqual(['receipt']);
    expect(bodies(fake)[0]?.muted).toMatchObject([{ kind: 'route', signals: 2 }]);
    expect(fake.late.map(({ receipt }) => receipt)).toEqual([true, undefined]);
    expect(fake.late.map(({ dueAt }) => dueAt)).toEqual([mute.until, mute.until]);
  });
});

describe('a slot in quiet hours', () => {
  const quiet: Route = { ...route, quiet: { from: '18:00', to: '09:00', timezone: 'UTC' } };

  it('says at their end that it had nothing, since the last time that was not quiet', async () => {
    const fake = fakeComposing([]);
    const when = { cron: '0 2,8,17 * * ? *', timezone: 'UTC' };
    await compose(fake, { route: { ...quiet, when } });
    expect(kinds(fake)).toEqual([]);
    expect(fake.late).toEqual([{ slot, dueAt: now + 60 * minute, receipt: true }]);

    fake.now += 60 * minute;
    await compose(fake, { route: { ...quiet, when }, lateSlot: slot });
    expect(kinds(fake)).toEqual(['receipt']);
    expect(bodies(fake)).toMatchObject([{ receipt: { since: '2026-11-20T17:00:00.000Z', until: slot } }]);
  });

  it('counts the end of quiet hours where the time before was made up for', async () => {
    const fake = fakeComposing([]);
    fake.now += 4 * 60 * minute;
    const noon = new Date(fake.now).toISOString();
    const when = { cron: '0 8,12 * * ? *', timezone: 'UTC' };
    await compose(fake, { route: { ...quiet, when }, slot: noon });
    expect(bodies(fake)).toMatchObject([{ receipt: { since: '2026-11-21T09:00:00.000Z', until: noon } }]);
  });
});

describe('a receipt is owed', () => {
  const { ports } = fakeComposing([]);
  it.each<[string, Route, string, boolean]>([
    ['by a route that has them', route, slot, true],
    ['by no other route', morningRoute, slot, false],
    ['by no route that sends immediately', { ...immediateRoute, receipt: true }, slot, false],
    ['for no slot whose next one has come', route, '2026-11-20T08:00:00.000Z', false],
    [
      'for the last slot of a schedule',
      { ...route, when: { cron: '0 8 20 11 ? 2026', timezone: 'UTC' } },
      '2026-11-20T08:00:00.000Z',
      true,
    ],
    [
      'for no slot whose digests may have expired',
      { ...route, when: { cron: '0 8 20 10 ? 2026', timezone: 'UTC' } },
      '2026-10-20T08:00:00.000Z',
      false,
    ],
  ])('%s', (_, asked, time, owed) => {
    expect(owesReceipt(ports, asked, time)).toBe(owed);
  });
});

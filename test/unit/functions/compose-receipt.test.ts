import { describe, expect, it } from 'vitest';
import type { ComposeRequest } from '../../../functions/compose-digests/compose-digests.ts';
import { owesReceipt } from '../../../functions/compose-digests/compose-receipt.ts';
import type { Mute } from '../../../shared/domain/routes/mute.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { entryKey } from '../../../shared/ledger/keys.ts';
import { present } from '../../../shared/ledger/table/conditions.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';
import {
  type ComposingBench,
  composeNow as now,
  openComposing,
} from '../../support/functions/open-composing.ts';

const route: Route = { ...morningRoute, receipt: true };
const slot = new Date(now).toISOString();
const minute = 60_000;

const compose = (bench: ComposingBench, over: Partial<ComposeRequest> = {}) =>
  bench.compose({ route, slot, owesReceipt: true, ...over });

const kinds = ({ frozen }: ComposingBench) => frozen.map(({ kind }) => kind ?? 'digest');
const waiting = exampleEntry(1, { hot: true, firstSeenAt: now - minute, releaseAt: now + minute });

describe('a slot that has nothing', () => {
  it('sends one receipt, which says since when', async () => {
    const bench = openComposing();
    const { digests } = await compose(bench);

    expect(digests).toMatchObject([{ part: 1, signals: 0 }]);
    expect(bench.frozen).toMatchObject([{ kind: 'receipt', slot, part: 1, members: [] }]);
    expect(bench.contents()).toMatchObject([
      { buyers: [], receipt: { since: '2026-11-20T08:00:00.000Z', until: slot }, part: 1, parts: 1 },
    ]);
    expect(bench.queued.delivery).toEqual([{ routeId: 'crm', slot, part: 1 }]);
    expect(bench.observed).toMatchObject([{ kind: 'digest-frozen', signals: 0 }]);
  });

  it('sends none where none is owed, in a dry run, or for a disabled route', async () => {
    const bench = openComposing();
    await compose(bench, { owesReceipt: false });
    await compose(bench, { dryRun: true });
    const disabled = openComposing();
    await disabled.ledger.disableRoute('crm', 'no_service', now);
    await compose(disabled);

    expect([...kinds(bench), ...kinds(disabled)]).toEqual([]);
  });

  it('sends no second one when its event is repeated', async () => {
    const bench = openComposing();
    await compose(bench);
    expect(await compose(bench)).toMatchObject({ digests: [] });
    expect(kinds(bench)).toEqual(['receipt']);
    expect(bench.observed).toHaveLength(1);
  });

  it('has nothing before it on a schedule that has just begun', async () => {
    const bench = openComposing();
    const when = { cron: '0 8 21 11 ? 2026', timezone: 'UTC' };
    await compose(bench, { route: { ...route, when } });
    expect(bench.contents()).toMatchObject([{ receipt: { since: null, until: slot }, windowStart: slot }]);
  });
});

describe('a slot that has something', () => {
  it('sends it, and no receipt, also when its event is repeated', async () => {
    const bench = openComposing([exampleEntry(1)]);
    await compose(bench);
    await compose(bench);
    expect(kinds(bench)).toEqual(['digest']);
  });

  it('sends no receipt behind what another composer sent first', async () => {
    const bench = openComposing([exampleEntry(1)]);
    bench.beforeFreeze = async () => {
      bench.beforeFreeze = () => undefined;
      bench.time.now += 1;
      await compose(bench, { owesReceipt: false });
    };
    expect(await compose(bench)).toMatchObject({ digests: [] });
    expect(kinds(bench)).toEqual(['digest']);
  });
});

describe('a slot whose signals wait', () => {
  it('owes its receipt until it is known whether they come', async () => {
    const bench = openComposing([waiting]);
    await compose(bench);
    expect(kinds(bench)).toEqual([]);
    expect(bench.late).toMatchObject([{ slot, receipt: true }]);

    // It was discarded.
    const entry = entryKey('crm', waiting.key);
    await bench.table.transact([{ kind: 'delete', key: entry, condition: present }]);
    bench.time.now += minute;
    await compose(bench, { lateSlot: slot });
    expect(kinds(bench)).toEqual(['receipt']);
  });

  it('owes none once some of them were sent', async () => {
    const bench = openComposing([waiting, exampleEntry(2)]);
    await compose(bench);
    expect(kinds(bench)).toEqual(['digest']);
    expect(bench.late.filter(({ receipt }) => receipt)).toEqual([]);
  });
});

describe('a slot with nothing but muted signals', () => {
  const mute: Mute = { kind: 'route', id: 'crm', until: now + 60 * minute, because: 'a fair' };

  it('says so at once, and owes nothing when the mute ends', async () => {
    const bench = openComposing([exampleEntry(1), exampleEntry(2)]);
    await bench.ledger.mute(mute);
    await compose(bench);

    expect(kinds(bench)).toEqual(['receipt']);
    expect(bench.contents()[0]?.muted).toMatchObject([{ kind: 'route', signals: 2 }]);
    expect(bench.late.map(({ receipt }) => receipt)).toEqual([true, false]);
    expect(bench.late.map(({ dueAt }) => dueAt)).toEqual([mute.until, mute.until]);
  });
});

describe('a slot in quiet hours', () => {
  const quiet: Route = { ...route, quiet: { from: '18:00', to: '09:00', timezone: 'UTC' } };

  it('says at their end that it had nothing, since the last time that was not quiet', async () => {
    const bench = openComposing();
    const when = { cron: '0 2,8,17 * * ? *', timezone: 'UTC' };
    await compose(bench, { route: { ...quiet, when } });
    expect(kinds(bench)).toEqual([]);
    expect(bench.late).toMatchObject([{ slot, dueAt: now + 60 * minute, receipt: true }]);

    bench.time.now += 60 * minute;
    await compose(bench, { route: { ...quiet, when }, lateSlot: slot });
    expect(kinds(bench)).toEqual(['receipt']);
    expect(bench.contents()).toMatchObject([{ receipt: { since: '2026-11-20T17:00:00.000Z', until: slot } }]);
  });

  it('counts the end of quiet hours where the time before was made up for', async () => {
    const bench = openComposing();
    bench.time.now += 4 * 60 * minute;
    const noon = new Date(bench.time.now).toISOString();
    const when = { cron: '0 8,12 * * ? *', timezone: 'UTC' };
    await compose(bench, { route: { ...quiet, when }, slot: noon });
    expect(bench.contents()).toMatchObject([{ receipt: { since: '2026-11-21T09:00:00.000Z', until: noon } }]);
  });
});

describe('a receipt is owed', () => {
  const { ports } = openComposing();
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

import { describe, expect, it } from 'vitest';
import { measureRoute } from '../../../functions/lookups/measure-lateness.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';
import { openComposing } from '../../support/functions/open-composing.ts';

const quiet = { from: '18:00', to: '08:00', timezone: 'UTC' };
const always: Route = { ...immediateRoute, quiet };
/** Twice in the quiet hours, and once outside. */
const scheduled: Route = { ...morningRoute, quiet, when: { cron: '0 2,7,17 * * ? *', timezone: 'UTC' } };
const end = Date.parse('2026-11-21T08:00:00Z');
const seventeen = Date.parse('2026-11-21T17:00:00Z');

const cameAt = (...times: string[]): OutboxEntry[] =>
  times.map((time, index) => exampleEntry(index, { firstSeenAt: Date.parse(`${time}Z`) }));

describe('a route in quiet hours', () => {
  it('sends nothing, and reads no outbox to find that out', async () => {
    const bench = openComposing([], {
      ledger: {
        outbox: {
          readPages: () => {
            throw new Error('read the outbox');
          },
        },
      },
    });
    bench.time.now = end - 1;

    expect(await bench.compose({ route: always })).toMatchObject({
      digests: [],
      delayed: [{ reason: 'quiet', until: end, signals: null }],
    });
  });

  it('goes quiet between two digests', async () => {
    const bench = openComposing(cameAt('2026-11-20T17:00', '2026-11-20T17:01'), { entriesAtOnce: 1 });
    bench.time.now = Date.parse('2026-11-20T17:59:59Z');
    bench.beforeFreeze = () => {
      bench.time.now += 1_000;
    };

    await bench.compose({ route: scheduled, evenEarly: true });

    expect(bench.frozen).toHaveLength(1);
  });
});

describe('the digest after quiet hours', () => {
  it('of a route with times comes at its next time: what waited for one in them, with what came since', async () => {
    const bench = openComposing(cameAt('2026-11-21T01:00', '2026-11-21T07:30'));
    bench.time.now = seventeen - 1;
    expect(await bench.compose({ route: scheduled })).toMatchObject({ digests: [] });
    bench.time.now = seventeen;
    expect(await bench.compose({ route: scheduled })).toMatchObject({ digests: [{ signals: 2 }] });
  });

  it('of a route whose next time comes more than two days later is sent at their end', async () => {
    const mondays = { cron: '0 8 ? * MON *', timezone: 'UTC' };
    const route = { ...morningRoute, when: mondays, holidays: ['2026-11-23'] };
    const bench = openComposing(cameAt('2026-11-21T01:00'));
    const tuesday = Date.parse('2026-11-24T00:00:00Z');
    bench.time.now = tuesday - 1;
    expect(await bench.compose({ route })).toMatchObject({ digests: [] });
    bench.time.now = tuesday;
    expect(await bench.compose({ route })).toMatchObject({ digests: [{ signals: 1 }] });
  });

  it('of a route that was resumed in them comes at its next time, and is not late until then', async () => {
    const bench = openComposing(cameAt('2026-11-20T16:00'));
    await bench.ledger.routes.pause('crm', Date.parse('2026-11-20T16:30:00Z'));
    await bench.ledger.routes.enable('crm', end - 1);
    for (const time of [end, seventeen - 1]) {
      bench.time.now = time;
      expect(await bench.compose({ route: scheduled })).toMatchObject({ digests: [] });
      expect(await measureRoute(bench.ports, scheduled)).toMatchObject({ signalsLateMs: 0 });
    }
    bench.time.now = seventeen;
    expect(await bench.compose({ route: scheduled })).toMatchObject({ digests: [{ signals: 1 }] });
  });

  it('says how many of its signals came in them, of all of its parts together', async () => {
    const fits = ({ buyers }: DigestContent) => buyers.flatMap((one) => one.signals).length <= 1;
    const bench = openComposing(cameAt('2026-11-20T17:59', '2026-11-20T18:00', '2026-11-21T07:59'), {
      fits,
      entriesAtOnce: 1,
    });
    bench.time.now = end;
    await bench.compose({ route: always });
    expect(bench.contents().map(({ totals }) => totals.inQuietHours)).toEqual([2, 2, 2]);
  });

  it('gathers from each round on, also from those that belong to the end of quiet hours', async () => {
    const route = { ...always, gather: '1 minute' };
    const bench = openComposing();
    const sentAt: number[] = [];
    for (const [number, seconds] of [70, 130, 131, 190, 191, 250].entries()) {
      bench.time.now = end + seconds * 1_000;
      bench.add([exampleEntry(number + 10, { firstSeenAt: bench.time.now })]);
      if ((await bench.compose({ route })).digests.length > 0) sentAt.push(seconds);
    }
    expect(sentAt).toEqual([70, 130, 190, 250]);
  });

  it('tells the next one at a time that is not quiet', async () => {
    const bench = openComposing(cameAt('2026-11-20T12:00'));
    bench.time.now = Date.parse('2026-11-20T17:00Z');
    await bench.compose({ route: scheduled });
    expect(bench.contents()[0]?.view.nextAt).toBe('2026-11-21T17:00:00.000Z');
  });
});

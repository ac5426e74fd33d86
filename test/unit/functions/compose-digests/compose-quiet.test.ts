import { describe, expect, it } from 'vitest';
import type { DigestContent } from '../../../../shared/domain/digests/digest.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../../support/functions/example-routes.ts';
import { openComposing } from '../../../support/functions/open-composing.ts';

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
});

describe('the digest after quiet hours', () => {
  it('of a route with times comes at its next time: what waited for one in them, with what came since', async () => {
    const bench = openComposing(cameAt('2026-11-21T01:00', '2026-11-21T07:30'));
    bench.time.now = seventeen - 1;
    expect(await bench.compose({ route: scheduled })).toMatchObject({ digests: [] });
    bench.time.now = seventeen;
    expect(await bench.compose({ route: scheduled })).toMatchObject({ digests: [{ signals: 2 }] });
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

  it('tells the next one at a time that is not quiet', async () => {
    const bench = openComposing(cameAt('2026-11-20T12:00'));
    bench.time.now = Date.parse('2026-11-20T17:00Z');
    await bench.compose({ route: scheduled });
    expect(bench.contents()[0]?.view.nextAt).toBe('2026-11-21T17:00:00.000Z');
  });
});

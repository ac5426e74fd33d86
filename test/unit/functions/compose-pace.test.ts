import { describe, expect, it } from 'vitest';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { KnownSummary, OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';
import { composeNow as now, openComposing } from '../../support/functions/open-composing.ts';

const minute = 60_000;
const gathering = { route: { ...immediateRoute, gather: '2 minutes' } };

/** Came so many seconds after `now`. */
const came = (seconds: number, over: Partial<OutboxEntry> = {}): OutboxEntry =>
  exampleEntry(seconds, { firstSeenAt: now + seconds * 1000, ...over });
const several = (count: number, over: Partial<OutboxEntry> = {}): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => came(1 + index, over));

describe('a route that gathers', () => {
  it('sends in one message what came until its oldest signal has waited', async () => {
    const { compose, add, time } = openComposing([came(0), came(60)]);
    time.now = now + minute;
    expect(await compose(gathering)).toMatchObject({
      digests: [],
      delayed: [{ reason: 'gather', until: now + 2 * minute, signals: 2 }],
    });
    add([came(110)]);
    time.now = now + 2 * minute;
    expect(await compose(gathering)).toMatchObject({ digests: [{ signals: 3 }], delayed: [] });
  });

  it('leaves what comes while it sends to the next message', async () => {
    const bench = openComposing([came(0)]);
    bench.time.now = now + 2 * minute;
    bench.beforeFreeze = () => {
      bench.time.now += 1000;
      bench.add([came(121)]);
    };
    expect(await bench.compose(gathering)).toMatchObject({
      digests: [{ signals: 1 }],
      delayed: [{ reason: 'gather', until: now + 241_000, signals: 1 }],
    });
  });

  it('waits no longer for a hot signal, and sends it at once when its summary comes after that', async () => {
    let summary: KnownSummary = { state: 'wanted', summary: null };
    const hot = came(0, { hot: true, releaseAt: now + 10 * minute });
    const { compose, add, time } = openComposing([hot], { ledger: { readSummary: async () => summary } });
    time.now = now + 3 * minute;
    expect(await compose(gathering)).toMatchObject({ digests: [], waiting: 1, delayed: [] });
    summary = { state: 'none', summary: null };
    add([came(180)]);
    expect(await compose(gathering)).toMatchObject({ digests: [{ signals: 2 }] });
  });

  it('sends what was released by hand at once', async () => {
    const { compose, add } = openComposing([came(0)]);
    expect(await compose(gathering)).toMatchObject({ digests: [], delayed: [{ signals: 1 }] });
    add([exampleEntry(2, { firstSeenAt: now - 60 * minute, enteredAt: now, released: true })]);
    expect(await compose(gathering)).toMatchObject({ digests: [{ signals: 2 }] });
  });

  it('does not wait when a person asks for its digest', async () => {
    const { compose } = openComposing([came(0)]);
    const asked = compose({ ...gathering, evenEarly: true });
    expect(await asked).toMatchObject({ digests: [{ signals: 1 }] });
  });

  it('sets nothing of a flood aside before it sends, and finishes one that was begun', async () => {
    const { compose, ledger, time } = openComposing(several(3));
    const route: Route = { ...gathering.route, flood: { over: 2, show: 1, rest: 'hold' } };
    time.now = now + minute;
    expect(await compose({ route })).toMatchObject({ digests: [], setAside: 0 });
    // Another composer began it, and crashed.
    await ledger.openFlood('crm', now + 3000);
    expect(await compose({ route })).toMatchObject({ digests: [{ signals: 1 }], setAside: 2 });
  });
});

import { describe, expect, it } from 'vitest';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { composeNow as now, openComposing } from '../../../support/functions/open-composing.ts';

const minute = 60_000;
const gathering = { route: { ...immediateRoute, gather: '10 minutes' } };

/** Came so many seconds after `now`. */
const came = (seconds: number, over: Partial<OutboxEntry> = {}): OutboxEntry =>
  exampleEntry(seconds, { firstSeenAt: now + seconds * 1000, ...over });

describe('a route that gathers', () => {
  /** Its last round was at `now`. */
  async function openAfterRound(ledger = {}) {
    const bench = openComposing([came(0)], { ledger });
    expect(await bench.compose(gathering)).toMatchObject({ digests: [{ signals: 1 }], delayed: [] });
    bench.time.now += minute;
    return bench;
  }

  it('sends its first signal at once, and what came since with the next round', async () => {
    const { compose, add, time } = await openAfterRound();
    add([came(30), came(40)]);
    expect(await compose(gathering)).toMatchObject({
      digests: [],
      delayed: [{ reason: 'gather', until: now + 10 * minute, signals: 2 }],
    });
    add([came(590)]);
    time.now = now + 10 * minute;
    expect(await compose(gathering)).toMatchObject({ digests: [{ signals: 3 }], delayed: [] });
  });

  it('does not wait when a person asks for its digest', async () => {
    const { compose, add } = await openAfterRound();
    add([came(30)]);
    const asked = compose({ ...gathering, evenEarly: true });
    expect(await asked).toMatchObject({ digests: [{ signals: 1 }] });
  });

  it('sets nothing of a flood aside before it sends', async () => {
    const { compose, add } = await openAfterRound();
    add([came(30), came(31), came(32)]);
    const route: Route = { ...gathering.route, flood: { over: 2, show: 1 } };
    expect(await compose({ route })).toMatchObject({ digests: [], setAside: 0 });
  });
});

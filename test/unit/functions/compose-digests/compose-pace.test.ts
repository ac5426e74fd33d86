import { expect, it } from 'vitest';
import { exampleEntry } from '../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { composeNow as now, openComposing } from '../../../support/functions/open-composing.ts';

const gathering = { route: { ...immediateRoute, gather: '10 minutes' } };

it('a route that gathers does not wait when a person asks for its digest', async () => {
  const { compose, add, time } = openComposing([exampleEntry(0, { firstSeenAt: now })]);
  expect(await compose(gathering)).toMatchObject({ digests: [{ signals: 1 }], delayed: [] });
  time.now += 60_000;
  add([exampleEntry(1, { firstSeenAt: now + 30_000 })]);
  expect(await compose(gathering)).toMatchObject({ digests: [], delayed: [{ signals: 1 }] });
  expect(await compose({ ...gathering, evenEarly: true })).toMatchObject({ digests: [{ signals: 1 }] });
});

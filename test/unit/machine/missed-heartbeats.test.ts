import { describe, expect, it } from 'vitest';
import { makeUpHeartbeats } from '../../../machine/pipeline/missed-heartbeats.ts';
import type { Pipeline } from '../../../machine/pipeline/pipeline.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';

const now = Date.parse('2026-11-25T09:00:00Z');
const dayMs = 86_400_000;
const weekly = { cron: '0 8 ? * MON *', timezone: 'America/New_York' };
const route = { ...immediateRoute, id: 'sales', heartbeat: weekly };
const monday = '2026-11-23T13:00:00.000Z';

/** What is invoked for a route that ran first, and was told last, at these times. */
async function makeUp(firstSeenAt: number | null, told: string | null) {
  const invoked: unknown[] = [];
  const ledger = {
    listRoutes: async () => (firstSeenAt === null ? [] : [{ routeId: 'sales', firstSeenAt }]),
    readHeartbeat: async () => (told === null ? null : { slot: told }),
  } as unknown as Pipeline['ledger'];
  const config = {
    watch: { every: '15 minutes' },
    routes: [immediateRoute, route],
  } as unknown as Pipeline['config'];
  const invoke: Pipeline['invoke'] = async (name, event) => void invoked.push([name, event]);
  await makeUpHeartbeats({ config, ledger, invoke }, { now: () => now });
  return invoked;
}
const ofMonday = [['compose-digests', { heartbeat: true, routeId: 'sales', slot: monday }]];

describe('a heartbeat whose time passed while nothing ran', () => {
  it.each([
    ['no heartbeat was ever sent', null],
    ['the one before was sent', '2026-11-16T13:00:00.000Z'],
    ['three were missed: the last tells of the whole time', '2026-11-02T13:00:00.000Z'],
  ])('is made up for once where %s', async (_, told) => {
    expect(await makeUp(now - 90 * dayMs, told)).toEqual(ofMonday);
  });

  it.each([
    ['it was sent', now - 90 * dayMs, monday],
    ['somebody asked for one since', now - 90 * dayMs, '2026-11-24T10:00:00.000Z'],
    ['its route began to run later', Date.parse(monday), null],
    ['its route never ran', null, null],
  ])('is none where %s', async (_, firstSeenAt, told) => {
    expect(await makeUp(firstSeenAt, told)).toEqual([]);
  });
});

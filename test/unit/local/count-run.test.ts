import { describe, expect, it } from 'vitest';
import { createTally } from '../../../local/pipeline/count-run.ts';
import type { Observation } from '../../../shared/domain/observation.ts';

type Of<Kind extends Observation['kind']> = Extract<Observation, { readonly kind: Kind }>;

const polled = (buyerId: string, over: Partial<Of<'buyer-polled'>> = {}): Observation => ({
  kind: 'buyer-polled',
  buyerId,
  mode: 'routine',
  accepted: true,
  readings: 1,
  listed: 1,
  recorded: 0,
  hot: 0,
  unreadable: 0,
  ...over,
});
const recorded = (over: Partial<Of<'signal-recorded'>>): Observation => ({
  kind: 'signal-recorded',
  buyerId: 'a',
  buyerName: null,
  signalId: 's',
  name: null,
  bridgeName: null,
  hot: false,
  baseline: false,
  routes: [],
  onlyDeep: false,
  ...over,
});
const attempted = (over: Partial<Of<'digest-attempted'>>): Observation => ({
  kind: 'digest-attempted',
  routeId: 'crm',
  digestId: 'msg_a',
  attempt: 1,
  outcome: 'delivered',
  status: 204,
  reason: 'taken',
  ambiguous: false,
  nextAttemptAt: null,
  ...over,
});

function tally(...observations: readonly Observation[]) {
  const counted = createTally({ tokenSecret: 'ACCESS_TOKEN' });
  for (const observation of observations) counted.observe(observation);
  return counted;
}

describe('the counts of a run', () => {
  it('are what was done, under the names that are documented', () => {
    const { counts, failures } = tally(
      { kind: 'upstream-requested', operation: 'listBuyerSignals', attempt: 1 },
      { kind: 'upstream-requested', operation: 'listBuyerSignals', attempt: 2 },
      polled('a'),
      polled('a', { mode: 'deep' }),
      polled('b'),
      recorded({ hot: true }),
      recorded({ hot: true, baseline: true }),
      recorded({}),
      { kind: 'summary-fetched', buyerId: 'a', result: 'ready' },
      { kind: 'summary-fetched', buyerId: 'b', result: 'pending' },
      attempted({}),
    );
    expect(JSON.stringify(counts(4))).toBe(
      '{"buyersPolled":2,"signalsRecorded":3,"hotSignals":1,"summariesFetched":1,"digestsDelivered":1,"digestsPending":4,"upstreamRequests":2}',
    );
    expect(failures([])).toEqual([]);
  });

  it('are all 0 for a run that did nothing', () => {
    expect(Object.values(tally().counts(0))).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('the failures of a run', () => {
  it('are a sentence for each kind, with whom it befell', () => {
    const cut = (buyerId: string): Observation => ({ kind: 'poll-failed', buyerId, problem: 'it was cut' });
    const { failures } = tally(cut('a'), cut('b'), cut('c'), cut('d'), cut('e'), cut('a'), {
      kind: 'plan-failed',
      bridgeId: 'x',
      problem: 'it was cut',
    });
    expect(failures([])).toEqual(['buyer a, buyer b, buyer c and 3 more: it was cut']);
  });

  it('name who is refused, with the time of the next try', () => {
    const refused = (buyerId: string): Observation => ({
      kind: 'poll-failed',
      buyerId,
      problem: 'answered 403',
      nextTryAt: '2026-11-21T09:00:41.000Z',
    });
    expect(tally(refused('a'), refused('b')).failures([])).toEqual([
      'buyer a, buyer b: answered 403; next try 2026-11-21 09:00 UTC',
    ]);
  });

  it('tell what becomes of a digest that was not delivered', () => {
    const { failures, counts } = tally(
      attempted({ outcome: 'retry', reason: 'busy' }),
      attempted({ outcome: 'dead', reason: 'invalid_payload', routeId: 'sales' }),
    );
    expect(failures([])).toEqual([
      'route crm: a digest was not delivered: busy; it is kept for the next try',
      'route sales: a digest was not delivered: invalid_payload; it is kept for a redrive',
    ]);
    expect(counts(2).digestsDelivered).toBe(0);
  });

  it('name the secret to mend when the token is rejected', () => {
    const until = '2026-11-21T08:05:00.000Z';
    const rejected: Observation = { kind: 'upstream-paused', reason: 'rejected', until };
    expect(tally(rejected).failures([])).toEqual(['secret ACCESS_TOKEN: put a valid access token into it']);
    expect(tally({ ...rejected, reason: 'failing' }).failures([])).toEqual([]);
  });

  it('count a list that kept moving as one, since the next run has to read it again', () => {
    expect(tally(polled('a', { accepted: false })).failures([])).toHaveLength(1);
  });

  it('leave what a disabled route keeps to those who tell of the route', () => {
    const held: Observation = { kind: 'digest-held', routeId: 'crm', digestId: 'msg_a', reason: 'disabled' };
    expect(tally(held).failures(['crm'])).toEqual([]);
    expect(tally(held).failures([])).toEqual(['route crm: a digest is kept: disabled']);
  });
});

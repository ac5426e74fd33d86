import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../../functions/observations/observation.ts';
import { createTally } from '../../../../machine/pipeline/count-run.ts';
import type { Of } from '../../../support/functions/example-observations.ts';
import * as examples from '../../../support/functions/example-observations.ts';

const polled = (buyerId: string, over: Partial<Of<'buyer-polled'>> = {}): Observation => {
  return { ...examples.polled, buyerId, recorded: 0, hot: 0, ...over };
};
const recorded = (over: Partial<Of<'signal-recorded'>>): Observation => {
  return { ...examples.recorded, hot: false, ...over };
};
const attempted = (over: Partial<Of<'digest-attempted'>>): Observation => {
  const delivered = { outcome: 'delivered', status: 204, reason: 'taken', nextAttemptAt: null } as const;
  return { ...examples.attempted, ...delivered, ambiguous: false, ...over };
};

const cut = (buyerId: string): Observation => ({ kind: 'poll-failed', buyerId, problem: 'it was cut' });

const command = (words: string) => `signalpost ${words}`;
const api = { baseUrl: 'https://bridge.acme.io/v1', token: { secret: 'ACCESS_TOKEN' } };

function tally(...observations: readonly Observation[]) {
  const counted = createTally({ api, command });
  for (const observation of observations) counted.observe(observation);
  return counted;
}

describe('the counts of a run', () => {
  it('are what was done, under the names that are documented', () => {
    const { counts, failures } = tally(
      { kind: 'upstream-requested' },
      { kind: 'upstream-requested' },
      polled('a'),
      polled('a'),
      polled('b'),
      recorded({ hot: true }),
      recorded({ hot: true, baseline: true }),
      recorded({}),
      { kind: 'summary-fetched', buyerId: 'a', result: 'ready' },
      { kind: 'summary-fetched', buyerId: 'b', result: 'pending' },
      attempted({}),
    );
    expect(JSON.stringify(counts({ digests: 4, signals: 5 }))).toBe(
      '{"buyersPolled":2,"signalsRecorded":3,"signalsNotSent":1,"hotSignals":1,"summariesFetched":1,"digestsDelivered":1,"digestsPending":4,"signalsWaiting":5,"upstreamRequests":2}',
    );
    expect(failures()).toEqual([]);
  });
});

describe('the failures of a run', () => {
  it('are a sentence for each kind, with whom it befell', () => {
    const { failures } = tally(cut('a'), cut('b'), cut('c'), cut('d'), cut('e'), cut('a'), {
      kind: 'plan-failed',
      bridgeId: 'x',
      problem: 'it was cut',
    });
    expect(failures()).toEqual(['buyer a, buyer b, buyer c and 2 more: it was cut', 'bridge x: it was cut']);
  });

  it('name who is refused, with the time of the next try', () => {
    const refused = (buyerId: string): Observation => ({
      kind: 'poll-failed',
      buyerId,
      problem: 'answered 403',
      nextTryAt: '2026-11-21T09:00:41.000Z',
    });
    expect(tally(refused('a'), refused('b')).failures()).toEqual([
      'buyer a, buyer b: answered 403; next try 2026-11-21 09:00 UTC',
    ]);
    const undecided: Observation = { kind: 'poll-undecided', buyerId: 'a', problem: 'answered 403' };
    expect(tally(undecided).notices()).toEqual(['buyer a: answered 403; the next run asks again']);
  });

  it('tell what becomes of a digest that was not delivered', () => {
    const { failures, counts } = tally(
      attempted({ outcome: 'retry', reason: 'busy' }),
      attempted({ outcome: 'dead', reason: 'invalid_payload', routeId: 'sales' }),
    );
    expect(failures()).toEqual([
      'route crm: a digest was not delivered: busy; it is retried',
      'route sales: a digest failed for good: invalid_payload; to send it again: signalpost resend sales',
    ]);
    expect(counts({ digests: 2, signals: 0 }).digestsDelivered).toBe(0);
  });

  it('name the secret to fix when the token is rejected', () => {
    const until = '2026-11-21T08:05:00.000Z';
    const rejected: Observation = { kind: 'upstream-paused', reason: 'rejected', until };
    expect(tally(rejected).failures()).toEqual(['secret ACCESS_TOKEN: replace it with a valid access token']);
    expect(tally({ ...rejected, reason: 'failing' }).failures()).toEqual([]);
  });
});

describe('the notices of a run', () => {
  it('add up the signals that a first read does not send', () => {
    const { notices } = tally(
      polled('a', { recorded: 5, baseline: 4 }),
      polled('b', { recorded: 8, baseline: 8 }),
      polled('c', { recorded: 1 }),
    );
    expect(notices()).toEqual([
      'buyer a, buyer b: 12 signals found, and not sent: they were there before the first run (watch.firstRun), or watch leaves them out; new signals are sent from now on',
    ]);
  });

  it('warn once of a destination that answers with a web page', () => {
    const page = attempted({ status: 200, reason: 'answered 200 with an HTML page' });
    const { notices, failures } = tally(page, page, attempted({ reason: 'answered 200' }));
    expect(notices()).toEqual([
      'route crm: the destination answered 200 with an HTML page; check that its address is a receiver and not a web page',
    ]);
    expect(failures()).toEqual([]);
  });

  it('leave out what the needs of the routes tell: a digest of a paused route is none', () => {
    const held = {
      kind: 'digest-held',
      routeId: 'crm',
      digestId: 'msg_a',
      reason: 'its route is paused',
    } as const;
    const { failures, progress } = tally(held, cut('a'));
    expect(failures()).toEqual(['buyer a: it was cut']);
    expect(progress()).toMatch(/ · 1 failure$/);
  });
});

describe('a lasting run', () => {
  it('tells progress each time, and a failure once in a round of polls', () => {
    const told: string[] = [];
    const tell = (sentence: string, tone: string) => told.push(`${tone}: ${sentence}`);
    const { observe } = createTally({ api, command, tell });
    const planned: Observation = { kind: 'polls-planned', slot: '', buyers: 2, messages: 1 };
    for (const each of [planned, cut('a'), cut('b'), attempted({}), attempted({}), planned, cut('b')])
      observe(each);
    expect(told).toEqual([
      'progress: 2 polls planned',
      'failure: buyer a: it was cut',
      'progress: route crm: digest mzxw6ytb delivered',
      'progress: route crm: digest mzxw6ytb delivered',
      'progress: 2 polls planned',
      'failure: buyer b: it was cut',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { tellHeartbeat, tellPeriod } from '../../../shared/domain/digests/tell-heartbeat.ts';
import { exampleCounts, exampleHeartbeat } from '../../support/examples/example-heartbeat.ts';

const good = { polls: 672, buyersRead: 6_720, newSignals: 41, hotSignals: 6, throttles: 3 };
const tell = (over: Parameters<typeof exampleHeartbeat>[0] = {}) => tellHeartbeat(exampleHeartbeat(over));

describe('the sentence of a heartbeat', () => {
  it('says what happened', () => {
    expect(tell()).toBe(
      'Polled 672 times, 41 new signals, 6 hot, 0 failures, 3 throttles, quiet since Tuesday.',
    );
  });

  it('knows one from many, and writes large numbers so that they can be read', () => {
    const counts = exampleCounts({
      polls: 1,
      buyersRead: 1,
      newSignals: 1,
      hotSignals: 1,
      throttles: 1,
      pauses: 1,
    });
    expect(tell({ counts, newForRoute: 1 })).toBe(
      'Polled once, 1 new signal, 1 hot, 0 failures, 1 throttle, 1 pause, quiet since Tuesday.',
    );
    const many = exampleCounts({ ...good, polls: 12_345, newSignals: 1_043, hotSignals: 1_000 });
    expect(tell({ counts: many, newForRoute: 1_043 })).toContain(
      'Polled 12,345 times, 1,043 new signals, 1,000 hot,',
    );
  });

  it('names what failed', () => {
    const counts = exampleCounts({
      ...good,
      buyersFailed: 3,
      bridgesFailed: 1,
      summariesFailed: 2,
      messagesFailed: 1,
      invocationsFailed: 1,
      digestsGivenUp: 1,
    });
    expect(tell({ counts })).toContain(
      ', 9 failures (1 bridge not read, 3 buyers not read, 2 summaries not fetched, 1 message to be worked on again, 1 function call ended early, 1 digest failed for good), ',
    );
  });

  it('says that nothing was polled, or that nobody was read, where it could pass for a quiet week', () => {
    expect(tell({ counts: exampleCounts() })).toMatch(
      /^Not polled at all, 0 new signals, 0 hot, 0 failures,/,
    );
    const nobody = exampleCounts({ polls: 96, pollsSkipped: 4 });
    expect(tell({ counts: nobody })).toMatch(
      /^Polled 96 times, no buyer read, 4 rounds skipped, 0 new signals,/,
    );
  });

  it('says how many were for the route, where it does not want all', () => {
    expect(tell({ newForRoute: 12 })).toContain('6 hot, 12 for this route, 0 failures');
    expect(tell({ newForRoute: 41 })).not.toContain('for this route');
  });

  it.each([
    ['2026-11-21T07:12:00.000Z', 'quiet since 07:12 today'],
    ['2026-11-20T23:59:00.000Z', 'quiet since yesterday'],
    ['2026-11-19T00:00:00.000Z', 'quiet since Thursday'],
    ['2026-11-15T00:00:00.000Z', 'quiet since Sunday'],
    ['2026-11-14T23:59:00.000Z', 'quiet since 14 November'],
    ['2026-11-03T09:00:00.000Z', 'quiet since 3 November'],
    ['2025-11-03T09:00:00.000Z', 'quiet since 3 November 2025'],
    [null, 'never anything new'],
  ])('says of a last signal at %s: %s', (quietSince, words) => {
    expect(tell({ quietSince })).toMatch(new RegExp(`, ${words}\\.$`));
  });

  it("tells days in the route's time zone", () => {
    const late = { quietSince: '2026-11-17T02:00:00.000Z', until: '2026-11-21T02:00:00.000Z' };
    expect(tell({ ...late, timezone: 'America/New_York' })).toContain('quiet since Monday');
    expect(tell({ ...late, timezone: 'UTC' })).toContain('quiet since Tuesday');
    expect(
      tell({ quietSince: late.until, until: '2026-11-21T04:00:00.000Z', timezone: 'America/New_York' }),
    ).toContain('quiet since 21:00 today');
  });

  it('counts days across a change of clocks', () => {
    const over = { quietSince: '2026-11-01T03:30:00.000Z', until: '2026-11-02T05:15:00.000Z' };
    expect(tell({ ...over, timezone: 'America/New_York' })).toContain('quiet since Saturday');
  });

  it('tells its period', () => {
    expect(tellPeriod(exampleHeartbeat({ timezone: 'America/New_York' }))).toBe(
      '14 November 03:00 to 21 November 03:00 (America/New_York)',
    );
    expect(tellPeriod(exampleHeartbeat({ from: '2026-11-14T00:05:00.000Z' }))).toBe(
      '14 November 00:05 to 21 November 08:00 (UTC)',
    );
  });
});

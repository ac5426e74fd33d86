import { beforeAll, describe, expect, it } from 'vitest';
import { type CountedDay, countDay } from '../../../local/cost/count-day.ts';
import { exampleConfig } from '../../../local/cost/example-config.ts';
import { priceMonth } from '../../../local/cost/price-month.ts';

/** What the functions did, and what it was counted as. */
describe('an hour that is counted, after one that is not', () => {
  const buyers = 12;
  const ticks = 4;
  let day: CountedDay;
  beforeAll(async () => {
    const hot = { topByHotness: 0, columns: [] };
    const [crm, sales] = exampleConfig().routes;
    if (!crm || !sales) throw new Error('the example has two routes');
    const config = { ...exampleConfig(), hot, routes: [{ ...crm, match: {} }, sales] };
    const hours = { before: 1, counted: 1 };
    day = await countDay({ config, buyers, every: '15 minutes', arrivals: 96, latencyMs: 300, hours });
  }, 180_000);

  it('goes well', () => {
    expect(day.problems).toEqual([]);
  });

  it('calls the API as often as the service itself counts', () => {
    expect(day.calls.answered).toBeGreaterThan(buyers);
    expect(day.calls.made).toBe(day.calls.answered);
  });

  it('plans at each tick and composes each minute, by schedules', () => {
    const { 'plan-polls': plan, 'compose-digests': compose } = day.functions;

    expect(plan).toMatchObject({ invocations: ticks, schedules: ticks });
    // The sweep composes the route that sends immediately.
    expect(compose).toMatchObject({ invocations: 60, schedules: 60 });
  });

  it('keeps apart the minutes in which there was nothing to do', () => {
    const composed = day.functions['compose-digests']?.invocations ?? 0;
    const busy = composed - day.idleMinutes.invocations;

    expect(day.newSignals).toBeGreaterThan(0);
    expect(busy).toBeGreaterThanOrEqual(1);
    expect(busy).toBeLessThanOrEqual(ticks);
    expect(day.idleMinutes).toMatchObject({ queueRequests: 0, upstreamCalls: 0, writeUnits: 0 });
  });

  it('delivers as often as destinations were called', () => {
    const { 'deliver-digest': deliver } = day.functions;

    expect(day.digestsDelivered).toBeGreaterThan(0);
    expect(day.digestsDelivered).toBeLessThanOrEqual(day.posts);
    // One message each, received and deleted; each writes its claim and its outcome, at least.
    expect(deliver?.queueRequests).toBe(2 * (deliver?.invocations ?? 0));
    expect(deliver?.writeUnits).toBeGreaterThanOrEqual(2 * day.digestsDelivered);
  });

  it('reads the lists that are due, some calls each, and waits for them', () => {
    const poll = day.functions['poll-signals'];

    expect(poll?.upstreamCalls).toBeGreaterThanOrEqual(day.buyersPolled);
    // Up to four at once, of 300 ms each.
    expect(poll?.milliseconds).toBeGreaterThanOrEqual(((poll?.upstreamCalls ?? 0) * 300) / 4);
    expect(poll?.gigabyteSeconds).toBeCloseTo((poll?.milliseconds ?? 0) / 2000, 5);
  });

  it('reads secrets once for an instance and five minutes, not for each call', () => {
    const plan = day.functions['plan-polls'];

    expect(plan?.coldStarts).toBe(ticks);
    expect(plan?.secretReads).toBe(ticks);
    expect(plan?.upstreamCalls).toBeGreaterThan(ticks);
  });

  it('adds up to what all functions used', () => {
    const functions = Object.values(day.functions);
    const all = (name: 'invocations' | 'writeUnits' | 'logBytes') =>
      functions.reduce((sum, usage) => sum + usage[name], 0);

    for (const name of ['invocations', 'writeUnits', 'logBytes'] as const) {
      expect(day.use[name] + day.idleMinutes[name]).toBeCloseTo(all(name), 5);
    }
  });

  it('compares with a tick that asks for each buyer', () => {
    expect(day.everyone.upstreamCalls).toBeGreaterThanOrEqual(buyers);
    expect(day.everyone.schedules).toBe(0);
  });

  it('has a price for each service that it used', () => {
    const services = new Set(priceMonth(day, exampleConfig()).map(({ service }) => service));

    expect([...services].sort()).toEqual([
      'CloudWatch',
      'DynamoDB',
      'Lambda',
      'SQS',
      'Scheduler',
      'Secrets Manager',
    ]);
  });
});

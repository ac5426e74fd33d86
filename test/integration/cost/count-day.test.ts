import { beforeAll, describe, expect, it } from 'vitest';
import { assumptions } from '../../../cli/cost/assumptions.ts';
import { reportCost } from '../../../cli/cost/cost-report.ts';
import { type CountedDay, countDay } from '../../../cli/cost/count-day.ts';
import { exampleConfig } from '../../../cli/cost/example-config.ts';
import { sumUsage } from '../../../cli/cost/usage.ts';
import { functions, type PipelineFunction } from '../../../functions/wiring.ts';

const buyers = 12;
const settings = { buyers, every: '15 minutes', arrivals: 96, latencyMs: 300 };

function count(): Promise<CountedDay> {
  const hot = { topByHotness: 0, columns: [] };
  const [crm, sales] = exampleConfig().routes;
  if (!crm || !sales) throw new Error('the example has two routes');
  const config = { ...exampleConfig(), hot, routes: [{ ...crm, match: {} }, sales] };
  return countDay({ ...settings, config, hours: { before: 1, counted: 1 } });
}

/** What the functions did, and what it was counted as. */
describe('an hour that is counted, after one that is not', () => {
  const ticks = 4;
  let day: CountedDay;
  const of = (name: PipelineFunction) =>
    sumUsage(day.invocations.filter((one) => one.function === name).map(({ usage }) => usage));
  beforeAll(async () => {
    day = await count();
  }, 180_000);

  it('goes well', () => {
    expect(day.problems).toEqual([]);
  });

  it('has exactly the same figures when it is counted again', async () => {
    expect(await count()).toEqual(day);
  }, 180_000);

  it('calls the API as often as the service itself counts', () => {
    expect(day.calls.answered).toBeGreaterThan(buyers);
    expect(day.calls.made).toBe(day.calls.answered);
  });

  it('plans at each tick and composes each minute, by schedules', () => {
    expect(of('plan-polls')).toMatchObject({ invocations: ticks, schedules: ticks });
    // The sweep composes the route that sends immediately.
    expect(of('compose-digests')).toMatchObject({ invocations: 60, schedules: 60 });
  });

  it('finds nothing to do in most minutes', () => {
    const composed = day.invocations.filter((one) => one.function === 'compose-digests');
    const busy = composed.filter(({ usage }) => usage.writeUnits + usage.queueRequests > 0);

    expect(day.newSignals).toBeGreaterThan(0);
    expect(busy.length).toBeGreaterThanOrEqual(1);
    expect(busy.length).toBeLessThanOrEqual(ticks);
  });

  it('delivers as often as destinations were called', () => {
    const deliver = of('deliver-digest');

    expect(day.digestsDelivered).toBeGreaterThan(0);
    expect(deliver.posts).toBe(day.digestsDelivered);
    // One message each, received and deleted; each writes its claim and its outcome, at least.
    expect(deliver.queueRequests).toBe(2 * deliver.invocations);
    expect(deliver.writeUnits).toBeGreaterThanOrEqual(2 * day.digestsDelivered);
  });

  it('reads the lists that are due, some calls each, and waits for them', () => {
    const poll = of('poll-signals');

    expect(poll.upstreamCalls).toBeGreaterThanOrEqual(day.buyersPolled);
    // Up to four at once, of 300 ms each.
    expect(poll.milliseconds).toBeGreaterThanOrEqual((poll.upstreamCalls * 300) / 4);
    expect(poll.gigabyteSeconds).toBeCloseTo(
      (poll.milliseconds / 1000) * (functions['poll-signals'].memoryMb / 1024),
      5,
    );
  });

  it('bills the CPU that is assumed, on the part of a core that the function has, and cold starts', () => {
    const sweep = day.invocations.find(
      ({ function: name, usage }) => name === 'compose-digests' && usage.writeUnits === 0,
    );
    const { waits, invocationCpuMs, awsCallCpuMs, wholeCoreMb } = assumptions;
    const calls = sweep?.usage.awsCalls ?? 0;

    // It only reads, and some reads may overlap.
    const cpuMs =
      (invocationCpuMs['compose-digests'] + calls * awsCallCpuMs) *
      (wholeCoreMb / functions['compose-digests'].memoryMb);
    expect(calls).toBeGreaterThan(0);
    expect(sweep?.usage.milliseconds).toBeGreaterThan(cpuMs + waits.table);
    expect(sweep?.usage.milliseconds).toBeLessThanOrEqual(Math.ceil(cpuMs + calls * waits.table));
    const cold = day.invocations.filter(({ usage }) => usage.coldStarts > 0);
    expect(cold.length).toBeGreaterThan(0);
    for (const { usage } of cold) expect(usage.milliseconds).toBeGreaterThan(assumptions.coldStartMs);
  });

  it('reads secrets once for an instance and five minutes, not for each call', () => {
    const plan = of('plan-polls');

    expect(plan.coldStarts).toBe(ticks);
    expect(plan.secretReads).toBe(ticks);
    expect(plan.upstreamCalls).toBeGreaterThan(ticks);
  });

  it('compares with a tick that asks for each buyer', () => {
    const everyone = sumUsage(day.everyone.map(({ usage }) => usage));

    expect(everyone.upstreamCalls).toBeGreaterThanOrEqual(buyers);
    expect(everyone.schedules).toBe(0);
  });

  it('has a price for each service that it used', () => {
    const { lines } = reportCost(day, { ...settings, config: 'a config' }, exampleConfig());

    expect([...new Set(lines.map(({ service }) => service))].sort()).toEqual([
      'CloudWatch',
      'DynamoDB',
      'Lambda',
      'SQS',
      'Scheduler',
      'Secrets Manager',
    ]);
  });
});

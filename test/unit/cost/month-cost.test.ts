import { describe, expect, it } from 'vitest';
import { calculateMonth, type MonthCost, tellCost } from '../../../cli/cost/month-cost.ts';
import { priceSources } from '../../../cli/cost/prices.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { loadConfig } from '../../../shared/config/load.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { projectRoot, read } from '../house/documents.ts';

const secret = (name: string) => ({ secret: name });
const slack = (name: string) => ({ type: 'slack', webhookUrl: secret(name) });
const crm = { id: 'crm', when: 'immediately', to: slack('SLACK_CRM') };
const sales = { id: 'sales', when: { cron: '0 8 * * ? *', timezone: 'Etc/UTC' }, to: slack('SLACK_SALES') };

function configWith(more: object = {}): SignalpostConfig {
  return checkConfig({
    api: { baseUrl: 'https://bridge.example.com', token: secret('TOKEN') },
    watch: { bridges: ['00000000-0000-4000-8000-000000000001'], every: '1 hour', allEvery: '1 day' },
    routes: [crm, sales],
    ...more,
  });
}

const monthOf = (more: object, buyers = 0, signalsADay = 0) =>
  calculateMonth(configWith(more), buyers, signalsADay);

/** A month is 365 / 12 days: 730 ticks of an hour, 43,800 sweeps. Each figure below is worked out from that by hand. */
describe('what a month costs', () => {
  it('is paid for each tick and the sweeps alone where nothing comes', () => {
    const { units, apiCalls } = monthOf({ routes: [crm] });

    // A tick invokes plan-polls, and a message of the poll queue poll-signals, which starts anew each time.
    expect(units.use).toMatchObject({ lambdaRequests: 1460, schedulerInvocations: 730, secretReads: 1460 });
    // One send, and a receive and a delete.
    expect(units.use.sqsRequests).toBeCloseTo(730 * 3, 6);
    expect(units.sweeps).toMatchObject({
      lambdaRequests: 43_800,
      schedulerInvocations: 43_800,
      sqsRequests: 0,
    });
    expect(apiCalls).toBeCloseTo(730 * 8, 6);
  });

  it('is paid for a read a day of each buyer, ten to a message', () => {
    const [few, many] = [0, 24_000].map((buyers) => monthOf({ routes: [crm] }, buyers, 0));

    // 24,000 buyers once a day are 730,000 polls in 73,000 messages.
    expect(moreUse(few, many, 'lambdaRequests')).toBeCloseTo(73_000, 3);
    expect(moreUse(few, many, 'sqsRequests')).toBeCloseTo(2 * 73_000, 3);
    // Six instances begin at each tick, instead of one.
    expect(moreUse(few, many, 'secretReads')).toBeCloseTo(5 * 730, 6);
  });

  it('is paid for each digest: one a hot signal for each immediate route, and one a day for the others', () => {
    const quiet = monthOf({});
    const none = monthOf({ routes: [crm] });
    const busy = monthOf({}, 0, 12);
    const both = monthOf({ routes: [crm, { ...crm, id: 'other' }, sales] }, 0, 12);

    expect(moreUse(none, quiet, 'sqsRequests')).toBeCloseTo((5 * 365) / 12, 6);
    // 365 signals a month, half of them hot.
    expect(moreUse(busy, both, 'sqsRequests')).toBeCloseTo(5 * 182.5, 6);
  });

  it('calls the API for each buyer that a recap or a reminder asks about', () => {
    const callsOf = (route: object, signals: number, buyers = 10) =>
      monthOf({ columns: { deadline: 'Due Date' }, routes: [{ ...crm, ...route }] }, buyers, signals)
        .apiCalls;
    const recap = { cron: '0 8 ? * MON *', timezone: 'Etc/UTC' };

    // Ten buyers at most, once a week.
    expect(callsOf({ recap }, 100) - callsOf({}, 100)).toBeCloseTo((4.5 * 10 * 365) / 12 / 7, 6);
    expect(callsOf({ recap }, 0.2) - callsOf({}, 0.2)).toBeCloseTo((4.5 * 0.1 * 365) / 12, 6);
    // Three of ten of 182.5 hot signals have a deadline.
    expect(callsOf({ remind: ['7 days', '2 days'] }, 12) - callsOf({}, 12)).toBeCloseTo(4.5 * 2 * 54.75, 6);
    // No more than the sweeps of half an hour ask about.
    const more = (route: object) => callsOf(route, 1e6, 5_000) - callsOf({}, 1e6, 5_000);
    expect(more({ recap })).toBeCloseTo((4.5 * 1_800 * 365) / 12 / 7, 3);
    expect(more({ remind: ['7 days', '2 days'] })).toBeCloseTo((4.5 * 1_800 * 365) / 12, 3);
  });

  it('never composes an immediate route more often than each minute', () => {
    for (const signals of [10_000, 20_000]) {
      const [timed, both] = [monthOf({ routes: [sales] }, 0, signals), monthOf({}, 0, signals)];
      expect(moreUse(timed, both, 'sqsRequests')).toBeCloseTo(5 * 43_800, 3);
    }
  });

  it('reads at most 100 waiting signals of a route with times in each sweep', () => {
    const reads = (signals: number) => monthOf({}, 0, signals).units.sweeps.dynamoDbReads ?? 0;

    expect(reads(100) - reads(0)).toBeGreaterThan(0);
    expect(reads(100) - reads(0)).toBeCloseTo(2 * (reads(50) - reads(0)), 3);
    expect(reads(1_000_000)).toBe(reads(100));
  });

  it('has the fixed part of a config: metrics, alarms, secrets and receives of empty queues', () => {
    const plain = monthOf({});
    const told = monthOf({ alarms: { to: slack('SLACK_OPS') } }, 1_000, 40);

    // Three queues with five receives at a time of 20 s and one with two: 131,400 a month each.
    expect(plain.units.fixed).toEqual({ metrics: 1, alarms: 3, secrets: 2, sqsRequests: 2_233_800 });
    expect(told.units.fixed).toEqual({ metrics: 1, alarms: 4, secrets: 3, sqsRequests: 2_233_800 });
    // 0.30 + 3 × 0.10 + 2 × 0.40 + 2.2338 × 0.40
    expect(plain.usd.fixed).toBeCloseTo(2.29352, 6);
    expect(plain.usd.total).toBeCloseTo(plain.usd.use + plain.usd.sweeps + 2.29352, 6);
  });

  it('has the alarm and the queues of what others may call, only as far as the config lets them', () => {
    const fixedOf = (more: object) => monthOf(more).units.fixed;
    const [events, clicks] = [secret('EVENTS'), secret('CLICKS')].map((signingSecret) => ({ signingSecret }));
    const none = fixedOf({});

    // Each queue with a maximum concurrency has five receives at a time of 20 s.
    expect(fixedOf({ inbound: { events } })).toMatchObject({
      alarms: 4,
      sqsRequests: (none.sqsRequests ?? 0) + 2 * 657_000,
    });
    expect(fixedOf({ inbound: { events, slack: clicks } })).toMatchObject({
      alarms: 4,
      sqsRequests: (none.sqsRequests ?? 0) + 3 * 657_000,
    });
  });

  it('tells of an attack only where somebody may call', () => {
    const inbound = { events: { signingSecret: secret('EVENTS') } };

    const tell = (more: object) => tellCost([monthOf(more, 100, 4)], configWith(more)).join('\n');
    expect(tell({})).not.toContain('attack');
    const told = tell({ inbound });
    expect(told).toContain('300 calls a second, costs $196 more');
    expect(told).toContain('never more than $456');
    const docs = read('docs/deploying.md').replace(/\s+/g, ' ');
    for (const figure of ['$196', '$456', '$1.29 fixed, for a secret']) expect(docs).toContain(figure);
  });

  it('takes the free tier off the sum of all parts, once', () => {
    const { usd } = monthOf({ routes: [crm] });

    // Lambda, Scheduler and logs stay within it. SQS: 2,235,990 requests less a million. Metrics and alarms do, too.
    const sqs = ((2_233_800 + 2_190 - 1_000_000) * 0.4) / 1_000_000;
    const [reads, writes] = [(730 * 22 + 43_800 * 10.5) * 0.125e-6, (730 * 28 + 43_800 * 0.26) * 0.625e-6];
    const standing = 2 * 0.4 + (1460 * 0.05) / 10_000;
    expect(usd.afterFreeTier).toBeCloseTo(sqs + reads + writes + standing, 6);
  });
});

describe('the table', () => {
  it('has a column for each number of buyers, services that add up to usage, and the fixed cost below', () => {
    const months = [100, 1_000].map((buyers) => monthOf({}, buyers, buyers / 25));
    const lines = tellCost(months, configWith());

    expect(lines).toContain(`buyers${' '.repeat(34)}          100        1,000`);
    const cells = (beginning: string): number[] =>
      (lines.find((line) => line.startsWith(beginning)) ?? '').slice(40).trim().split(/ +/).map(Number);
    for (const [at, { usd }] of months.entries()) {
      const services = Object.keys(priceSources).map((service) => cells(`  ${service}`)[at] ?? Number.NaN);
      const sum = services.reduce((all, usd) => all + usd, 0);
      expect(Math.abs(sum - usd.use)).toBeLessThan(0.03);
      expect(cells('total')[at]).toBeCloseTo(usd.use + usd.sweeps + usd.fixed, 1);
    }
    expect(lines.join('\n')).toContain(
      "Fixed: $2.29, or $1.29 after AWS's free tier: 1 metric $0.30, 3 alarms $0.30, 2 secrets $0.80, receives that wait at idle queues $0.89.",
    );
    expect(lines.at(-1)).toContain(
      'read on 2026-11-21; SQS, Scheduler, CloudWatch, Secrets Manager as published',
    );
  });
});

describe('docs/deploying.md', () => {
  it("has the figures of the project's own config", async () => {
    const config = await loadConfig(`${projectRoot}signalpost.config.ts`);
    const { usd } = calculateMonth(config, 1_000, 40);
    const text = read('docs/deploying.md').replace(/\s+/g, ' ');

    for (const part of ['fixed', 'sweeps', 'use', 'total'] as const) {
      expect(text).toContain(`$${usd[part].toFixed(2)}`);
    }
  });
});

function moreUse(
  before: MonthCost | undefined,
  after: MonthCost | undefined,
  unit: keyof MonthCost['units']['use'],
): number {
  return (after?.units.use[unit] ?? Number.NaN) - (before?.units.use[unit] ?? Number.NaN);
}

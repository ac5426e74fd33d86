import { describe, expect, it } from 'vitest';
import { createHandler } from '../../../../functions/compose-digests/handler.ts';
import type { SignalpostConfig } from '../../../../shared/config/signalpost-config.ts';
import { dayMs as day, hourMs as hour, minuteMs as minute } from '../../../../shared/domain/duration.ts';
import { findNeeds, readHealth } from '../../../../view/health/health.ts';
import { benchConfig, openFunctions } from '../../../support/functions/open-functions.ts';

const invocation = { getRemainingTimeInMillis: () => 100_000 };
const to = { type: 'webhook', url: 'https://ops.example.com/', signingSecret: { secret: 'OPS' } } as const;

const ambiguous = { routeId: 'crm', kind: 'ambiguous', about: 'msg_b', problem: 'answered 500' } as const;

/** One machine, whose alarms go to a destination. */
function open(takesAlarms = true) {
  const alarms = { to, quietAfter: '60 days' };
  const { ports, ledger, time } = openFunctions({ config: { alarms } });
  const publishAlarm = async () => {
    if (!takesAlarms) throw new Error('answered 400');
  };
  const handle = createHandler({ ...ports, publishAlarm });
  const tick = () =>
    ledger.polls.noteTick(time.now, { since: time.now - day, askedSince: null, askedTicks: 0 });
  return {
    ledger,
    async sweepFor(ms: number, ticks = true) {
      for (const until = time.now + ms; time.now < until; time.now += minute) {
        if (ticks) await tick();
        await handle({ sweep: true, compose: true, alerts: true }, invocation).catch(() => undefined);
      }
    },
    async needs(over: Partial<SignalpostConfig> = {}) {
      const config = { ...benchConfig, alarms, ...over };
      const health = await readHealth({ ledger, stage: null, isRunning: true }, config, time.now);
      return findNeeds(health, config, {});
    },
  };
}

describe('alarms that are raised', () => {
  it('need attention while their destination has refused one for longer than 15 minutes', async () => {
    const { ledger, sweepFor, needs } = open(false);
    await ledger.troubles.note(ambiguous);
    await sweepFor(15 * minute);
    expect(await needs()).toEqual([]);
    await sweepFor(2 * minute);
    expect(await needs()).toEqual([
      '1 alarm message could not be sent since 2026-11-21 08:00 UTC: docs/runbook.md says what to look at under "Alarms are not sent"',
    ]);
    expect(await needs({ alarms: { quietAfter: '60 days' } })).toEqual([]);
  });

  it('need no attention of their own once they were told', async () => {
    const { ledger, sweepFor, needs } = open();
    await ledger.troubles.note(ambiguous);
    await sweepFor(hour);
    expect(await needs()).toEqual([]);
  });
});

it('a process whose first tick never ends needs attention once its alarm is raised, and no longer once one has ended', async () => {
  const { sweepFor, needs } = open();
  await sweepFor(8 * minute, false);
  expect(await needs()).toEqual([]);
  await sweepFor(5 * minute, false);
  expect(await needs()).toEqual([expect.stringMatching(/^nothing was polled yet; to try it now: /)]);
  await sweepFor(minute);
  expect(await needs()).toEqual([]);
});

it('an alarm about a route needs attention, unless a need of the route says the same or nothing is left to do', async () => {
  const { ports, ledger, time } = openFunctions();
  const problem = "it counts 1 signal that can't be read";
  await ledger.polls.noteTick(time.now, { since: time.now, askedSince: null, askedTicks: 0 });
  await ledger.troubles.note({ routeId: 'crm', kind: 'damaged', about: 'msg_a', problem });
  await ledger.troubles.note(ambiguous);
  await ledger.routes.disable('crm', 'answered 410 Gone', time.now);
  await createHandler(ports)({ alerts: true }, { getRemainingTimeInMillis: () => 100_000 });
  const health = await readHealth({ ledger, stage: null, isRunning: true }, benchConfig, time.now);
  const raised = health.alarms.raised.map(({ name }) => name).toSorted();
  expect(raised).toEqual(['digest-twice', 'route-disabled', 'signal-damaged']);
  expect(findNeeds(health, benchConfig, {})).toEqual([
    'route crm: A signal is damaged, since 2026-11-21 08:00 UTC (digest msg_a: it counts 1 signal that can\'t be read): docs/runbook.md says what to look at under "A signal is damaged"',
  ]);
});

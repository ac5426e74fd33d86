import { describe, expect, it } from 'vitest';
import type { HandlerPorts } from '../../../../../functions/compose-digests/digests/ports.ts';
import { createHandler } from '../../../../../functions/compose-digests/handler.ts';
import type { AlarmMessage } from '../../../../../functions/runtime/alarm-message.ts';
import type { Ledger } from '../../../../../shared/ledger/ledger.ts';
import { openFunctions } from '../../../../support/functions/open-functions.ts';
import { changeLedger, type LedgerChanges } from '../../../../support/ledger/change-ledger.ts';

const minute = 60_000;
const swept = { sweep: true, compose: true, alerts: true };
const invocation = { getRemainingTimeInMillis: () => 100_000 };
const to = { type: 'webhook', url: 'https://ops.example.com/', signingSecret: { secret: 'OPS' } } as const;

/** Messages about the routes r0, r1 and so on wait, and the alerts were just judged. */
async function leaveUntold({ alerts }: Ledger, count: number, at: number): Promise<void> {
  const untold = Array.from({ length: count }, (_, index) => ({
    id: `alarm_${index}`,
    name: 'route-disabled',
    routeId: `r${index}`,
    digestId: null,
    count: null,
    figures: '',
    state: 'ALARM' as const,
    at,
  }));
  await alerts.save({ ...(await alerts.read()), untold, judgedAt: at });
}

/** A route is disabled; whether the topic takes a message decides `takes`. */
async function open(takes: (message: AlarmMessage) => boolean = () => true) {
  const bench = openFunctions({ config: { alarms: { to, quietAfter: '3 days' } } });
  const told: AlarmMessage[] = [];
  const publishAlarm = async (message: AlarmMessage) => {
    if (!takes(message)) throw new Error('the topic is not there');
    told.push(message);
  };
  await bench.ledger.routes.disable('crm', 'answered 410 Gone', bench.time.now);
  const handlerOf = (ports: HandlerPorts) => {
    const handle = createHandler(ports);
    return async (...given: Parameters<typeof handle>) => {
      const tick = { since: bench.time.now, askedSince: null, askedTicks: 0 };
      await bench.ledger.polls.noteTick(bench.time.now, tick);
      return handle(...given);
    };
  };
  const sweepOf = (ports: HandlerPorts = bench.ports) => handlerOf({ ...ports, publishAlarm });
  return {
    ...bench,
    told,
    handlerOf,
    sweepOf,
    async sweep(times = 1) {
      for (let done = 0; done < times; done += 1) {
        try {
          await sweepOf()(swept, invocation);
        } finally {
          bench.time.now += minute;
        }
      }
    },
  };
}

describe('the sweep', () => {
  it('that finds nobody to tell keeps what is raised, for whoever is named later', async () => {
    const { ports, ledger, time, handlerOf, sweepOf, told } = await open();
    const alone = handlerOf(ports);
    await ledger.routes.disable('crm', 'answered 410 Gone', time.now);
    await alone(swept, invocation);
    await ledger.troubles.note({ routeId: 'crm', kind: 'damaged', about: 'msg_a', problem: 'cut short' });
    for (const days of [0, 1, 2]) {
      time.now += 10 * minute + days * 24 * 60 * minute;
      await alone(swept, invocation);
    }
    expect((await ledger.alerts.read()).untold).toMatchObject([{ name: 'route-disabled', state: 'ALARM' }]);
    await sweepOf()(swept, invocation);
    expect(told.map(({ AlarmName }) => AlarmName)).toEqual(['route-disabled']);
  });

  describe('whose alarms are refused in part', () => {
    const headings = (told: readonly AlarmMessage[]) =>
      told.map(({ AlarmName, NewStateValue }) => `${NewStateValue} ${AlarmName}`);

    it('tells all others, and fails each time', async () => {
      const { ledger, sweep, told } = await open(({ AlarmName }) => AlarmName !== 'route-disabled');
      await expect(sweep()).rejects.toThrow('the topic is not there');
      await ledger.troubles.note({ routeId: 'crm', kind: 'damaged', about: 'msg_a', problem: 'cut short' });
      for (let run = 0; run < 12; run += 1) await expect(sweep()).rejects.toThrow('the topic is not there');
      expect(headings(told)).toEqual(['ALARM signal-damaged']);
      expect((await ledger.alerts.read()).untold).toMatchObject([{ name: 'route-disabled' }]);
    });

    it('tells all others although more are refused than a sweep tries', async () => {
      const { ledger, sweep, told, time } = await open(({ RouteId }) => RouteId === 'r9');
      await leaveUntold(ledger, 10, time.now);
      for (let run = 0; run < 2; run += 1) await expect(sweep()).rejects.toThrow('the topic is not there');
      expect(told.map(({ RouteId }) => RouteId)).toEqual(['r9']);
      expect((await ledger.alerts.read()).untold).toHaveLength(9);
    });

    it('spends half a minute on a destination that does not answer, and begins with the others next time', async () => {
      const tried: (string | null | undefined)[] = [];
      const { ledger, sweepOf, time } = await open(({ RouteId }) => {
        tried.push(RouteId);
        time.now += 20_000;
        return false;
      });
      await leaveUntold(ledger, 4, time.now);
      for (let run = 0; run < 2; run += 1)
        await expect(sweepOf()(swept, invocation)).rejects.toThrow('the topic is not there');
      expect(tried).toEqual(['r0', 'r1', 'r2', 'r3']);
    });

    it('never tells the end of an alert before its beginning', async () => {
      let takesRaised = false;
      const { ledger, sweep, told, time } = await open(
        ({ NewStateValue }) => takesRaised || NewStateValue === 'OK',
      );
      await expect(sweep()).rejects.toThrow('the topic is not there');
      await ledger.routes.enable('crm', time.now);
      for (let run = 0; run < 20; run += 1) await expect(sweep()).rejects.toThrow('the topic is not there');
      expect(told).toEqual([]);
      takesRaised = true;
      await sweep();
      expect(headings(told)).toEqual(['ALARM route-disabled', 'OK route-disabled']);
    });
  });

  it('in a dry run judges nothing', async () => {
    const { ports, table } = await open();
    const before = [...table.all()].length;
    await createHandler(ports)({ ...swept, dryRun: true }, invocation);
    expect([...table.all()]).toHaveLength(before);
  });

  const fail = () => Promise.reject(new Error('broken'));
  it.each<[string, LedgerChanges]>([
    ['due.list', { due: { list: fail } }],
    ['mutes.list', { mutes: { list: fail } }],
    ['polls.readProof', { polls: { readProof: fail } }],
  ])('does its other parts although %s fails, and is not counted as ended', async (method, changes) => {
    const { ports, ledger, sweepOf, observed } = await open();
    const broken = changeLedger(ledger, changes);
    await expect(sweepOf({ ...ports, ledger: broken })(swept, invocation)).rejects.toThrow('broken');
    const kinds = observed.map(({ kind }) => kind);
    expect(kinds).not.toContain('sweep-ended');
    if (method !== 'due.list') expect(kinds).toContain('swept');
    await sweepOf()(swept, invocation);
    expect(observed.at(-1)).toEqual({ kind: 'sweep-ended' });
  });
});

/** A hundred calls of lists, of which some are answered with 429. */
async function reserveHundred({ upstream }: Pick<Ledger, 'upstream'>, refused: number): Promise<void> {
  await upstream.reserve('lists', { calls: 1, refused });
  for (let more = 1; more < 100; more += 1) await upstream.reserve('lists', { calls: 1 });
}

it('once an hour, the sweep stores the calls of each lane, and judges those of the last hour', async () => {
  const { sweep, ledger, time, told } = await open();
  const from = time.now;
  await sweep();
  await reserveHundred(ledger, 4);
  time.now = from + 60 * minute;
  await sweep();
  await reserveHundred(ledger, 30);
  time.now = from + 120 * minute;
  await sweep();

  const hours = await ledger.history.readCalls({ since: from, until: time.now });
  expect(hours.filter(({ lane }) => lane === 'lists')).toMatchObject([
    { at: from, calls: 100, refused: 4 },
    { at: from + 60 * minute, calls: 100, refused: 30 },
  ]);
  expect(told.at(-1)).toMatchObject({
    AlarmName: 'api-throttles',
    NewStateReason: '30 of 100 calls in an hour were answered with 429',
    Count: 30,
  });
});

it('"The API throttles" is over where runs come every three hours, so that no hour before one is counted', async () => {
  const { ports, ledger, time } = openFunctions();
  const run = async () => createHandler(ports)({ alerts: true }, invocation);
  const raised = async () => (await ledger.alerts.read()).entries.map(({ name }) => name);
  await run();
  await reserveHundred(ledger, 30);
  time.now += 60 * minute;
  await run();
  expect(await raised()).toContain('api-throttles');
  for (let runs = 0; runs < 2; runs += 1) {
    time.now += 180 * minute;
    await run();
  }
  expect(await raised()).not.toContain('api-throttles');
});

import { describe, expect, it } from 'vitest';
import { createLedger } from '../../../../../shared/ledger/ledger.ts';
import { openLedger, now as start } from '../../../../support/ledger/open-ledger.ts';

const minute = 60_000;
const hour = 60 * minute;

function open() {
  const { ledger, table, time } = openLedger();
  let writes = 0;
  const { update } = table;
  table.update = (request) => {
    writes += 1;
    return update(request);
  };
  const clock = { now: () => time.now, sleep: async () => {} };
  const otherProcess = () => createLedger({ table, clock, random: () => 0.5 });
  return { ...ledger, otherProcess, time, writes: () => writes };
}

const failed = {
  routeId: null,
  kind: 'poll-failed',
  about: 'buyer b',
  problem: 'no answer',
  gapMs: hour,
} as const;

describe('trouble that is noted', () => {
  it('is known with its first and last time, for as long as it comes back within its gap', async () => {
    const { troubles, time } = open();
    for (const after of [0, 50 * minute, 100 * minute]) {
      time.now = start + after;
      await troubles.note({ ...failed, about: `buyer ${after / minute}` });
    }
    expect(await troubles.list(null)).toEqual([
      {
        kind: 'poll-failed',
        since: start,
        at: start + 100 * minute,
        about: 'buyer 100',
        problem: 'no answer',
      },
    ]);
    time.now += hour + minute;
    await troubles.note(failed);
    expect(await troubles.list(null)).toMatchObject([{ since: time.now, at: time.now }]);
  });

  it('is written once a minute by each process, by its kind and route', async () => {
    const { troubles, otherProcess, writes, time } = open();
    for (let times = 0; times < 5; times += 1) await troubles.note(failed);
    await troubles.note({ ...failed, routeId: 'crm' });
    expect(writes()).toBe(2);
    await otherProcess().troubles.note(failed);
    time.now += minute;
    await troubles.note(failed);
    expect(writes()).toBe(4);
  });

  it('is of each route on its own', async () => {
    const { troubles } = open();
    await troubles.note({ routeId: 'crm', kind: 'ambiguous', about: 'msg_a', problem: 'x'.repeat(400) });
    expect(await troubles.list('crm')).toMatchObject([{ kind: 'ambiguous', problem: 'x'.repeat(300) }]);
    expect(await troubles.list('sales')).toEqual([]);
    expect(await troubles.list(null)).toEqual([]);
  });
});

it('a column is noted once an hour, whatever its name', async () => {
  const { columns, writes, time } = open();
  const name = `${'long '.repeat(300)}#`;
  await columns.noteColumnsSeen([name, 'Match Score']);
  await columns.noteColumnsSeen([name]);
  expect(writes()).toBe(2);
  expect(await columns.readColumnSeen(name)).toBe(start);
  expect(await columns.readColumnSeen('Score')).toBeNull();
  time.now += hour;
  await columns.noteColumnsSeen([name]);
  expect(await columns.readColumnSeen(name)).toBe(start + hour);
});

it('calls of an hour are stored by lane, and read in their order', async () => {
  const { history } = open();
  const calls = { calls: 40, refused: 2, perSecond: 12.5 };
  await history.storeCalls({ at: start + hour, lane: 'lists', ...calls });
  await history.storeCalls({ at: start, lane: 'ranks', ...calls });
  await history.storeCalls({ at: start, lane: 'lists', ...calls });
  await history.storeCalls({ at: start, lane: 'lists', ...calls, calls: 41 });
  expect(await history.readCalls({ since: start, until: start + hour })).toEqual([
    { at: start, lane: 'lists', ...calls, calls: 41 },
    { at: start, lane: 'ranks', ...calls },
    { at: start + hour, lane: 'lists', ...calls },
  ]);
  expect(await history.readCalls({ since: start + 1, until: start + 2 })).toEqual([]);
});

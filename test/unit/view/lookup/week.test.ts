import { expect, it } from 'vitest';
import { describeWeek } from '../../../../view/lookup/week.ts';
import { settleDue } from '../../../support/ledger/digests.ts';
import { openPageLedger } from '../../../support/page/page-ledger.ts';

const hour = 3_600_000;
const sunday = Date.parse('2026-11-29T08:00:00Z');
const taken = { outcome: 'delivered', status: 204, reason: 'answered 204' } as const;
const gone = { outcome: 'gone', status: 200, reason: 'channel_not_found' } as const;
const refused = { outcome: 'retry', status: 503, reason: 'answered 503' } as const;

async function openWeek() {
  let now = sunday;
  const opened = openPageLedger(() => now);
  const { ledger } = opened;
  const at = (time: number): void => {
    now = time;
  };
  return { ...opened, at, tell: async () => (await describeWeek(ledger, now)).map(({ text }) => text) };
}

it('tells nothing of a week in which nothing was read', async () => {
  expect(await (await openWeek()).tell()).toEqual([]);
});

it('tells the week in five lines: signals, digests, the longest wait, trouble, calls', async () => {
  const { ledger, at, tell, record, create, deliver } = await openWeek();
  const calls = { lane: 'lists', calls: 1_200, refused: 4, perSecond: 20 } as const;
  await ledger.history.storeCalls({ ...calls, at: sunday - 8 * 24 * hour });
  await ledger.history.storeCalls({ ...calls, at: sunday - 50 * hour });
  await ledger.history.countRecorded({ signals: 9, hot: 2, baseline: 4, untaken: 1 }, sunday - 50 * hour);
  at(sunday - 50 * hour);
  await record(1);
  const late = await create('msg_late', { outline: { headline: '2 hot at Reno', hot: 2, buyers: [] } });
  const again = { to: 'FROZEN', nextAttemptAt: sunday - 47 * hour } as const;
  await settleDue(ledger, late, sunday - 49 * hour, again, true, refused);
  await settleDue(ledger, late, sunday - 47 * hour, { to: 'DELIVERED' }, true, taken);
  at(sunday - 2 * hour);
  await record(2);
  await deliver('msg_soon');
  const kept = await create('msg_kept');
  const held = { to: 'HELD', lookAgainAt: sunday, reason: gone.reason } as const;
  await settleDue(ledger, kept, sunday - hour, held, true, gone);
  const headline = 'Hot signals Nov 22–29: 1 of 2 acted on';
  await create('msg_recap', { members: [], outline: { headline, hot: 0, buyers: [] } }, sunday, 'recap');
  const times = { raisedAt: sunday - 30 * hour, overAt: sunday - 29 * hour };
  const over = [{ name: 'polling-fails', routeId: null, ...times }];
  await ledger.alerts.save({ ...(await ledger.alerts.read()), over });
  at(sunday);

  expect(await tell()).toEqual([
    '5 new, 2 of them hot, 1 that no route takes',
    `3 with 2 signals; ${headline} (crm)`,
    '3 hours for "2 hot at Reno" to crm, delivered 2026-11-27 09:00 UTC',
    'Polling fails: 1 hour, until 2026-11-28 03:00 UTC; 1 digest delivered by a later attempt; 1 digest not delivered yet after a failed attempt',
    '1,200, 4 of them answered 429',
  ]);
});

it('says of digests that wait for less than a minute that they wait', async () => {
  const { ledger, at, tell, record, create, deliver } = await openWeek();
  await ledger.history.storeCalls({ at: sunday, lane: 'lists', calls: 1, refused: 0, perSecond: 20 });
  await record(1);
  await deliver('msg_soon');
  expect((await tell())[2]).toBe('every digest was delivered within a minute of its creation');

  at(sunday + 10_000);
  await create('msg_waits');
  at(sunday + 15_000);

  expect((await tell())[2]).toBe('less than a minute: 1 of 2 digests is not delivered yet');
});

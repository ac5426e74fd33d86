import { expect, it } from 'vitest';
import { now, openLedger } from './open-ledger.ts';

const hour = 3_600_000;
const none = { tickAt: null, lastNewAt: null, askedSince: null, askedTicks: 0, since: now };

it('nothing is known before the first tick, and silence is counted from it on, and what ticks asked for', async () => {
  const { ledger } = openLedger();
  expect(await ledger.readNews(now)).toEqual(none);
  await ledger.noteTick(now, none);
  expect(await ledger.readNews(now)).toEqual({ ...none, tickAt: now });
  const asked = { askedSince: now, askedTicks: 2 };
  await ledger.noteTick(now + hour, { ...(await ledger.readNews(now + hour)), ...asked });
  expect(await ledger.readNews(now + hour)).toEqual({ ...none, ...asked, tickAt: now + hour });
});

it('the last new signal is the newest that any instance told, whose clock may be wrong', async () => {
  const { ledger } = openLedger();
  await ledger.noteNew(now + 24 * hour);
  expect(await ledger.readNews(now)).toMatchObject({ lastNewAt: null });
  for (const at of [now - hour, now, now - hour / 12]) await ledger.noteNew(at);
  expect(await ledger.readNews(now)).toMatchObject({ lastNewAt: now });
});

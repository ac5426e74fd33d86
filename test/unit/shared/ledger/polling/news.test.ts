import { expect, it } from 'vitest';
import { upstreamKey } from '../../../../../shared/ledger/items/keys.ts';
import { now, openLedger } from '../../../../support/ledger/open-ledger.ts';

const hour = 3_600_000;
const none = { tickAt: null, lastNewAt: null, askedSince: null, askedTicks: 0, since: now };

it('nothing is known before the first tick, and silence is counted from it on, and what ticks asked for', async () => {
  const { ledger } = openLedger();
  expect(await ledger.polls.readNews(now)).toEqual(none);
  await ledger.polls.noteTick(now, none);
  expect(await ledger.polls.readNews(now)).toEqual({ ...none, tickAt: now });
  const asked = { askedSince: now, askedTicks: 2 };
  await ledger.polls.noteTick(now + hour, { ...(await ledger.polls.readNews(now + hour)), ...asked });
  expect(await ledger.polls.readNews(now + hour)).toEqual({ ...none, ...asked, tickAt: now + hour });
});

it('the last new signal is the newest that any instance told, whose clock may be wrong', async () => {
  const { ledger } = openLedger();
  await ledger.polls.noteNew(now + 24 * hour);
  expect(await ledger.polls.readNews(now)).toMatchObject({ lastNewAt: null });
  for (const at of [now - hour, now, now - hour / 12]) await ledger.polls.noteNew(at);
  expect(await ledger.polls.readNews(now)).toMatchObject({ lastNewAt: now });
});

it('what was shown is stored once a minute and tick, and a time that a wrong clock wrote counts as never', async () => {
  const { ledger, table } = openLedger();
  const shown = (shownAt: number, itemAt = 0) => ({ shownAt, shownBuyer: `of ${shownAt}`, itemAt });
  const after = async (noted: ReturnType<typeof shown>, tickAt: number) => {
    await ledger.upstream.noteShown(noted, tickAt);
    const { shownAt, shownBuyer, itemAt } = await ledger.upstream.read('lists');
    return { shownAt, shownBuyer, itemAt };
  };
  const begun = now - hour;
  expect(await after(shown(begun), begun)).toEqual(shown(begun));
  expect(await after(shown(begun + 1), begun)).toEqual(shown(begun));
  expect(await after(shown(begun + 2), begun + 1)).toEqual(shown(begun + 2));
  expect(await after(shown(begun + 60_002), begun)).toEqual(shown(begun + 60_002));
  // An item counts though its envelope is old, and stays behind lists that show none.
  expect(await after(shown(begun, begun), begun)).toEqual(shown(begun + 60_002, begun));
  expect(await after(shown(now), now)).toEqual(shown(now, begun));
  await table.update({ key: upstreamKey('lists'), set: { shownAt: now + 24 * hour } });
  expect(await after(shown(now), now)).toEqual(shown(now, begun));
});

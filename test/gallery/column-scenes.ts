import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import { closing, cool, hot, monday, newest, ofBridge, type Scene, type Worlds } from './scenes.ts';

/** Digests by how many are hot, and by how much of their columns a config declares, for Slack and for Teams. */
export function makeColumnScenes({ many, notices }: Worlds): Scene[] {
  const all = newest(many.entries);
  const summed = hot(all).filter(({ buyerId }) => many.summaries.get(buyerId)?.summary);
  const oneABuyer = [...new Map(summed.toReversed().map((one) => [one.buyerId, one])).values()].reverse();
  const slot = { data: many, now: monday };
  const counts = [4, 5, 8, 40].flatMap((count) => {
    const chosen = count > oneABuyer.length ? summed : oneABuyer;
    const entries = [...chosen.slice(0, count), ...cool(all).slice(0, 6)];
    return [
      ...inBoth(`hot-${count}`, { slot: { ...slot, entries } }),
      ...inBoth(`hot-${count}-no-summaries`, { slot: { ...slot, entries, summaries: new Map() } }),
    ];
  });
  const tenders = newest(hot(ofBridge(many, 'Tenders')));
  const mixed = [...closing(tenders.slice(0, 2)), ...all.slice(0, 12)];
  const noticed = newest(hot(ofBridge(notices, 'Bid notices'))).slice(0, 5);
  const noticeSlot = { data: notices, now: monday, entries: noticed };
  return [
    ...counts,
    ...inBoth('notices', { slot: { ...noticeSlot, columns: noticeColumns } }),
    ...inBoth('notices-no-columns', { slot: { ...noticeSlot, columns: null } }),
    ...inBoth('columns-none', { slot: { ...slot, entries: mixed, columns: null } }),
    ...inBoth('columns-half', {
      slot: { ...slot, entries: mixed, columns: { deadline: 'Due Date', money: 'Estimated Value' } },
    }),
    ...inBoth('columns-unreadable', { slot: { ...slot, entries: tenders.slice(0, 4).map(unreadable) } }),
    ...inBoth('buyers-unnamed', { slot: { ...slot, entries: mixed.map(unnamed) } }),
  ];
}

/** Of its seven dates one closes a notice. */
const noticeColumns = {
  deadline: 'Response Deadline',
  date: 'Bid Opening',
  money: 'Estimated Value',
  person: 'Decision Maker',
  post: 'Decision Maker Title',
  stage: 'Status',
  why: 'Why It Matters',
} as const;

function inBoth(name: string, scene: Pick<Scene, 'slot'>): Scene[] {
  return [
    { name, to: 'slack', ...scene },
    { name: `teams-${name}`, to: 'teams', ...scene },
  ];
}

/** As a source writes them that knows no ISO 8601. */
function unreadable({ signal, ...one }: OutboxEntry, index: number): OutboxEntry {
  const columns = {
    ...signal?.columns,
    'Due Date': `12/${10 + index}/2026 2:00 PM`,
    'Estimated Value': index === 0 ? 'on request' : '$1M to $2M',
  };
  return { ...one, signal: signal && { ...signal, columns } };
}

function unnamed({ signal, ...one }: OutboxEntry): OutboxEntry {
  return { ...one, signal: signal && { ...signal, buyerName: null } };
}

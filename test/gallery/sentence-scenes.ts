import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import type { SandboxData } from './read-sandbox.ts';
import { closing, cool, hot, monday, newest, newYork, ofBridge, type Scene, type Worlds } from './scenes.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Digests in which a sentence stands that few have, for Slack and for Teams. */
export function makeSentenceScenes({ few, many }: Worlds): Scene[] {
  const all = newest(many.entries);
  const natural = newest(few.entries);
  const slot = { data: few, now: monday };
  const tenders = closing(newest(hot(ofBridge(many, 'Tenders'))).slice(0, 5));
  return [
    // `$4.2M due by Sun, Nov 29`
    ...inBoth('due-this-week', {
      slot: { ...slot, data: many, entries: [...tenders, ...cool(all).slice(0, 6)] },
    }),
    // `2 hot signals wait for a summary`
    ...inBoth('waiting-for-summaries', { slot: { ...slot, ...awaiting(few, natural, 2) } }),
    // `6 came in quiet hours`
    ...inBoth('after-quiet-hours', {
      slot: {
        ...slot,
        entries: onSunday(natural.slice(0, 6)),
        route: {
          ...{ id: 'hot-now', when: 'immediately', timezone: newYork },
          quiet: { from: '18:00', to: '08:00', days: ['SAT', 'SUN'], timezone: newYork },
        },
      },
    }),
    // `4 signals wait: 2 more are muted`
    ...inBoth('mutes-many', { slot: { ...slot, entries: natural.slice(0, 30), mutes: mutesOf(natural, 5) } }),
    // `Tenders, also in Board meetings`
    ...inBoth('also-in', { slot: { ...slot, data: many, entries: ofOneThing(all) } }),
  ];
}

function inBoth(name: string, scene: Pick<Scene, 'slot'>): Scene[] {
  return [
    { name, to: 'slack', ...scene },
    { name: `teams-${name}`, to: 'teams', ...scene },
  ];
}

/** Of five hot signals the last ones came a minute ago, and their buyers' summaries are asked for. */
function awaiting({ summaries }: SandboxData, entries: readonly OutboxEntry[], count: number) {
  const signals = hot(entries).slice(0, 5);
  const late = signals.slice(-count).map((one) => {
    return { ...one, firstSeenAt: monday - minute, releaseAt: monday + 10 * minute };
  });
  const isLate = (buyerId: string): boolean => late.some((one) => one.buyerId === buyerId);
  return {
    entries: [...signals.slice(0, -count), ...late, ...cool(entries).slice(0, 6)],
    summaries: new Map([...summaries].filter(([buyerId]) => !isLate(buyerId))),
  };
}

/** So many minutes after each other. */
function onSunday(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.map((one, index) => ({ ...one, firstSeenAt: monday - day + index * minute }));
}

function mutesOf(entries: readonly OutboxEntry[], count: number) {
  const buyers = [...new Set(entries.map(({ buyerId }) => buyerId.toLowerCase()))].slice(0, count);
  return buyers.map((id) => ({ kind: 'buyer' as const, id, until: monday + 10 * day, because: 'on leave' }));
}

/** Rows of several bridges about one thing: where one is hot, and where none is. */
function ofOneThing(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const about = entries.filter(
    ({ signal, buyerId }) => signal?.entityId && signal.entityId.toLowerCase() !== buyerId.toLowerCase(),
  );
  const things = [...Map.groupBy(about, ({ signal, buyerId }) => `${buyerId} ${signal?.entityId}`).values()]
    .map((rows) => [
      ...new Map([...cool(rows), ...hot(rows)].map((one) => [one.signal?.bridgeId, one])).values(),
    ])
    .filter((rows) => rows.length > 1);
  const [withHot, without] = [true, false].map((is) =>
    things.filter((rows) => (hot(rows).length === 1) === is),
  );
  return [...(withHot ?? []).slice(0, 2), ...(without ?? []).slice(0, 3)].flat();
}

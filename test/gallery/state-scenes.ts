import type { HeartbeatContent } from '../../shared/domain/reports/heartbeat.ts';
import type { SlackDestination } from '../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import { cool, hot, monday, newest, newYork, owned, people, type Scene, type Worlds } from './scenes.ts';

const day = 24 * 60 * 60 * 1_000;
const webhookUrl = { secret: 'SLACK_WEBHOOK_URL' };
const bot: SlackDestination = { type: 'slack', botToken: { secret: 'SLACK_BOT_TOKEN' }, channel: 'C0123' };

/** What a digest says of its channel, its people and its route, for Slack and for Teams, which has no threads. */
export function makeStateScenes({ few, many }: Worlds): Scene[] {
  const slot = { data: few, now: monday };
  const natural = newest(few.entries);
  const threaded = { to: 'slack', look: { threaded: true } } as const;
  return [
    { name: 'threads', ...threaded, slot: { ...slot, entries: natural.slice(0, 40), to: bot }, messages: 9 },
    {
      ...{ name: 'threads-none-hot', ...threaded, messages: 9 },
      slot: { ...slot, entries: cool(natural).slice(0, 14), to: bot },
    },
    ...inBoth('mentions', (to) => {
      const all = newest(many.entries);
      const entries = [...owned(hot(all)).slice(0, 3), ...cool(all).slice(0, 5)];
      const team = { to: { type: 'slack', webhookUrl, mention: { hot: ['S0RFPDESK'] } } } as const;
      return { slot: { ...slot, data: many, entries, people, ...(to === 'slack' ? team : {}) } };
    }),
    ...inBoth('mutes', () => {
      const [entries, mutes] = [natural.slice(0, 14), mutesOf(natural.slice(0, 14))];
      return { slot: { ...slot, entries, mutes } };
    }),
    ...inBoth('mute-ended', () => {
      const [of] = natural;
      const entries = natural.filter(({ buyerId }, index) => index < 6 || buyerId === of?.buyerId);
      const mutes = mutesOf(natural.slice(0, 1)).map((mute) => ({ ...mute, until: monday - day / 24 }));
      return { slot: { ...slot, entries, mutes } };
    }),
    ...inBoth('score-not-known', () => {
      const entries = natural
        .slice(0, 6)
        .map((one) => (one.hot ? one : { ...one, hotUnknown: true as const }));
      return { slot: { ...slot, entries, route: { match: { hot: true } } } };
    }),
    ...heartbeats.flatMap(([name, over]) =>
      inBoth(name, () => ({ slot: { ...slot, entries: [] }, report: { ...silent, ...over } })),
    ),
  ];
}

function inBoth(name: string, make: (to: Scene['to']) => Omit<Scene, 'name' | 'to'>): Scene[] {
  return [
    { name, to: 'slack', ...make('slack') },
    { name: `teams-${name}`, to: 'teams', ...make('teams') },
  ];
}

const silent: HeartbeatContent = {
  ...{ kind: 'heartbeat', digestId: 'msg_k3xq5yj7abcdefghijklmnopqr', routeId: 'sales', timezone: newYork },
  since: new Date(monday - 3 * day).toISOString(),
  until: new Date(monday).toISOString(),
  ...{ nextAt: null, muted: 0, held: 0 },
  buyers: 100,
  unread: 0,
  readSince: new Date(monday - day / 4).toISOString(),
  awaySince: null,
};
const heartbeats: readonly (readonly [string, Partial<HeartbeatContent>])[] = [
  ['heartbeat', {}],
  ['heartbeat-first', { since: null }],
  ['heartbeat-unread', { unread: 3 }],
  ['heartbeat-waiting', { nextAt: new Date(monday + day).toISOString(), muted: 1, held: 31 }],
];

/** The buyer of the first, and the bridge of the last. */
function mutesOf(entries: readonly OutboxEntry[]) {
  const [first, last] = [entries[0], entries.at(-1)];
  const until = monday + 10 * day;
  return [
    { kind: 'buyer' as const, id: first?.buyerId.toLowerCase() ?? '', until, because: 'on leave' },
    { kind: 'bridge' as const, id: last?.signal?.bridgeId.toLowerCase() ?? '', until, because: 'noisy' },
  ];
}

import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Route } from '../../../shared/domain/route.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { buyerA, buyerB } from '../../support/example-signals.ts';
import type { SimulatedWorld } from './simulated-world.ts';

const to = {
  type: 'webhook',
  url: 'https://crm.example.com/',
  signingSecret: { secret: 'SIGNING' },
} as const;
const everything: Route = { id: 'all', match: {}, when: 'immediately', to };
const onlyHot: Route = {
  id: 'hot',
  match: { hot: true },
  when: { cron: '0 8 * * ? *', timezone: 'UTC' },
  to,
};

export function simulatedConfig(firstRun: 'baseline' | 'send-all'): SignalpostConfig {
  return {
    api: {
      baseUrl: 'https://bridge.example.com',
      token: { secret: 'TOKEN' },
      arrayParameters: 'repeat',
    },
    watch: { buyers: [buyerA, buyerB], bridges: [], every: '15 minutes', firstRun },
    hot: { topByHotness: 0, columns: [{ name: 'Score', atLeast: 80 }] },
    summaries: { waitAtMost: '10 minutes' },
    routes: [everything, onlyHot],
    local: false,
  };
}

export const dayStart = '2026-11-20T07:00:00Z';

/** A day with all that the protocol is for; each call through a port is a place where it may crash. */
export async function runScriptedDay(world: SimulatedWorld): Promise<void> {
  const { upstream, destination } = world;
  upstream.arrive(...[1, 2, 3, 4].map((number) => ({ buyerId: buyerA, number })));
  upstream.arrive({ buyerId: buyerB, number: 20 }, { buyerId: buyerB, number: 21, unreadable: true });
  upstream.setSummary(buyerB, 'none');
  await poll(world, '2026-11-20T07:00:00Z');
  // A doubled tick, and somebody who composes by hand at the same moment.
  const events = ['07:01:00', '07:01:00', '07:01:05'].map((time) => ({ slot: `2026-11-20T${time}Z` }));
  world.moveTo('2026-11-20T07:01:00Z');
  await world.invoke('compose-digests', ...events.map((event) => ({ ...event, routeId: 'all' })));
  await world.drain();

  // Hot, with a summary that is not ready in time; the list moves while it is read.
  upstream.arrive({ buyerId: buyerA, number: 5, score: 90 }, { buyerId: buyerA, number: 6 });
  upstream.duringNextListings(() => upstream.act(6));
  await poll(world, '2026-11-20T07:15:00Z');
  await minute(world, '2026-11-20T07:16:00Z');
  destination.moods.push('busy');
  await minute(world, '2026-11-20T07:26:00Z');
  // Composed anew, the digest that is tried again would now say another thing.
  upstream.setSummary(buyerA, 'ready');
  await minute(world, '2026-11-20T07:28:00Z');

  // Found by the deep scan alone; and hot ones that wait for a summary when the route's time comes.
  upstream.arrive({ buyerId: buyerB, number: 22, datedBackDays: 40 });
  upstream.arrive({ buyerId: buyerB, number: 23, score: 95 }, { buyerId: buyerA, number: 7, score: 85 });
  upstream.setSummary(buyerA, 'generating');
  await poll(world, '2026-11-20T07:59:00Z');
  await compose(world, 'hot', '2026-11-20T08:00:00Z');
  upstream.setSummary(buyerA, 'ready');
  destination.moods.push('cut');
  await minute(world, '2026-11-20T08:02:00Z');

  // The destination is gone for a while: its route collects.
  upstream.arrive({ buyerId: buyerA, number: 8 });
  // The list moves under every reading, of two scans at once too: none is accepted, and what they show is recorded.
  const moves = [10, 11, 12, 13, 14].map((number) => () => upstream.arrive({ buyerId: buyerA, number }));
  upstream.duringNextListings(...moves, () => upstream.act(1));
  destination.moods.push('gone');
  await poll(world, '2026-11-20T08:15:00Z');
  upstream.duringNextListings();
  await minute(world, '2026-11-20T08:16:00Z');
  upstream.arrive({ buyerId: buyerA, number: 9 });
  await poll(world, '2026-11-20T08:30:00Z');
  await minute(world, '2026-11-20T08:31:00Z');
  await world.byHand(resume);
  await minute(world, '2026-11-20T08:32:00Z');
}

/** What goes on when the script is over, until nothing is left to do: polls, sweeps and the routes' own times. */
export async function settleDown(world: SimulatedWorld): Promise<void> {
  for (let day = 21; day <= 22; day++) {
    await poll(world, `2026-11-${day}T07:45:00Z`);
    await compose(world, 'hot', `2026-11-${day}T08:00:00Z`);
    await minute(world, `2026-11-${day}T08:20:00Z`);
    await world.byHand(resume);
    // By then every lease has run out and every message is visible again.
    for (const hour of [9, 12, 18])
      await minute(world, `2026-11-${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  }
}

async function poll(world: SimulatedWorld, slot: string): Promise<void> {
  world.moveTo(slot);
  await world.invoke('plan-polls', { slot });
  await world.drain();
}

async function compose(world: SimulatedWorld, routeId: string, slot: string): Promise<void> {
  world.moveTo(slot);
  await world.invoke('compose-digests', { routeId, slot });
  await world.drain();
}

/** The sweep, and the routes that send at once. */
async function minute(world: SimulatedWorld, slot: string): Promise<void> {
  world.moveTo(slot);
  await world.invoke('compose-digests', { sweep: true, slot });
  await world.drain();
  await compose(world, 'all', slot);
}

/** As `signalpost resume` does. */
async function resume(ledger: Ledger, now: number): Promise<void> {
  for (const { id } of [everything, onlyHot]) {
    await ledger.enableRoute(id);
    for (const digest of await ledger.listUndelivered(id)) await ledger.makeDue(digest, ['HELD'], now);
  }
}

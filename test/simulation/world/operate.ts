import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { restOf } from '../../../shared/domain/routes/route-view.ts';
import type { DigestListing } from '../../../shared/ledger/items/digest-listing.ts';
import { createLedger, type Ledger } from '../../../shared/ledger/ledger.ts';
import type { Table } from '../../../shared/ledger/table/table.ts';
import { aroundCalls } from '../../support/ledger/around-calls.ts';
import { noteError } from '../oracle/note.ts';
import type { Instance } from '../parts/instance.ts';
import { day, hour } from '../parts/plan.ts';
import type { Tick } from '../parts/tick.ts';
import { crash, type World } from '../parts/world.ts';
import { createProcess } from './create-process.ts';
import { createSimulatedTable } from './simulated-table.ts';

/** An operator's use of the CLI: the same steps as its commands, over the same network, for one route or all. */
export function operate(
  world: World,
  action: NonNullable<Tick['operator']> | 'resend-delivered',
  routeId: string | null = null,
): void {
  if (action === 'redrive-letters') {
    world.queues.redrive();
    return;
  }
  const { instance, ledger } = openAsOperator(world);
  const done =
    action === 'resend-delivered'
      ? resendDelivered(ledger, instance, world.recovering ? 9 * day : 2 * hour)
      : action === 'discard'
        ? discard(world, ledger, instance.config.routes)
        : resume(ledger, routesOf(instance, routeId), action, instance);
  // The operator reads the error and tries again later.
  done.catch((error: unknown) => noteError(world, instance, error));
}

/** A command's process with a clock of its own, and its ledger. */
export function openAsOperator(world: World): { readonly instance: Instance; readonly ledger: Ledger } {
  const instance = createProcess(world, 'operator');
  const table = cutOff(world, instance, createSimulatedTable(world, instance));
  const ledger = createLedger({
    table: world.mutant?.table?.(table) ?? table,
    clock: { now: instance.now, sleep: () => Promise.resolve() },
    random: () => world.dice.next(),
  });
  return { instance, ledger };
}

/** Ctrl-C, a closed laptop, an expired session: the command ends, and the rest of its work is not done. */
function cutOff(world: World, instance: Instance, table: Table): Table {
  const { callsBeforeCut } = world.plan;
  if (callsBeforeCut === null || world.recovering) return table;
  let calls = 0;
  return aroundCalls(table, (_method, call) => {
    calls += 1;
    if (calls > callsBeforeCut) crash(world, instance, 'the command is cut off');
    return call();
  });
}

function routesOf({ config }: Instance, routeId: string | null): SignalpostConfig['routes'] {
  return config.routes.filter(({ id }) => routeId === null || id === routeId);
}

async function resume(
  ledger: Ledger,
  routes: SignalpostConfig['routes'],
  action: 'resume' | 'resend',
  { config, now }: Instance,
): Promise<void> {
  for (const { id, to } of routes) {
    const before = await ledger.routes.read(id);
    const rest = action === 'resend' ? restOf(config.routes, before) : null;
    if (rest !== null) {
      await handOver(ledger, id, rest, now);
      continue;
    }
    const wasDisabled = before.state === 'DISABLED';
    if (action === 'resume') await ledger.routes.enable(id, now());
    const undelivered = await ledger.digests.listUndelivered(id);
    const own = undelivered.filter(({ destinationType }) => destinationType === to.type);
    const isKept = ({ state }: DigestListing): boolean =>
      state === 'HELD' || state === (action === 'resend' ? 'DEAD' : wasDisabled ? 'FROZEN' : 'HELD');
    await ledger.digests.resend(own.filter(isKept), now());
    if (action === 'resend') await ledger.outbox.resendHeld(id);
  }
}

/** `signalpost resend sales/ann-lee`: what waits for an owner who left goes to the rest of their set. */
async function handOver(ledger: Ledger, id: string, rest: Route, now: () => number): Promise<void> {
  const undelivered = await ledger.digests.listUndelivered(id);
  const waiting = undelivered.filter(({ state, destinationType }) => {
    return destinationType === rest.to.type && ['DEAD', 'HELD', 'FROZEN'].includes(state);
  });
  await ledger.digests.resend(waiting, now(), rest.id);
  await ledger.outbox.resendHeld(id);
  await ledger.pending.handOver(id, rest.id);
}

/**
 * `signalpost resend ROUTE --since "2 hours" --yes`. Some of the digests may already be delivered again. After the faults,
 * it sends the last days again, so that old digests are among them.
 */
async function resendDelivered(ledger: Ledger, { config, now }: Instance, lasting: number): Promise<void> {
  const since = now() - lasting;
  for (const { id, to } of config.routes) {
    const delivered = await ledger.digests.listDelivered(id, since);
    const own = delivered.filter(({ destinationType }) => destinationType === to.type);
    await ledger.digests.resend(own, now());
  }
}

/**
 * `signalpost discard` for a removed or disabled route. If there is none, for any route: then only its stuck work is
 * discarded.
 */
async function discard({ dice }: World, ledger: Ledger, routes: SignalpostConfig['routes']): Promise<void> {
  const needy: string[] = [];
  for (const { routeId } of await ledger.routes.list()) {
    const isThere = routes.some(({ id }) => id === routeId);
    if (!isThere || (await ledger.routes.read(routeId)).state === 'DISABLED') needy.push(routeId);
  }
  const scope = needy.length > 0 ? 'all' : 'stuck';
  const candidates = needy.length > 0 ? needy : routes.map(({ id }) => id);
  if (candidates.length === 0) return;
  await ledger.pending.discard({ routeId: dice.pick(candidates), scope });
}

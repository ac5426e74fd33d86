import { routeKey } from '../../../shared/ledger/items/keys.ts';
import { isQuietAt } from '../../support/time/quiet-clock.ts';
import { noteError } from '../oracle/note.ts';
import { configAt, hour, minute } from '../parts/plan.ts';
import { stamp, type World } from '../parts/world.ts';
import { invokeAsync } from './invoke.ts';
import { openAsOperator, operate } from './operate.ts';
import { sweepAfterMutes } from './operate-mutes.ts';
import { goOnQuietly, sweep } from './quiet-days.ts';

/** The times between the ticks after the last fault; at the end nothing is pending (I10). They exceed the longest waits. */
const gaps = [hour, 27 * hour, 27 * hour, hour];

/**
 * Faults stop, upstream no longer changes, and the last config is deployed. The operator only reacts to alarms: resumes
 * disabled routes, resends digests that failed for good and held signals. All other pending work must finish
 * automatically.
 */
export async function recover(world: World): Promise<void> {
  const { scheduler, plan, faults } = world;
  world.trace?.push(`${stamp(world)} --- faults stop ---`);
  faults.stop();
  world.recovering = true;
  world.version = plan.configs.length - 1;
  for (const change of plan.changes) world.upstream.apply(change);
  sweepAfterMutes(world);
  answerAlarms(world);
  if (plan.bridgeOddities.afterOutage) leaveOutage(world);
  for (const [index, gap] of gaps.entries()) {
    await scheduler.runUntil(scheduler.now() + gap);
    if (world.oracle.violation) return;
    endMutesOfReaders(world);
    // Before that, only what is scheduled goes on, at its own times.
    if (index > 0) await waitUntilLoud(world);
    tick(world);
    // Again, because invocations that were still running may have raised new alarms.
    if (index < gaps.length - 1) answerAlarms(world);
    if (index === 0) {
      await goOnQuietly(world);
      if (world.oracle.violation) return;
    }
    if (index < gaps.length - 1 && holdsFloods(world)) operate(world, 'resend');
  }
  // Each tick may cause a flood, or find a signal that waits for a summary, or a buyer.
  for (let round = 0; round < 8; round += 1) {
    // A clock that is ahead may have set the time at which the last digest is due: wait until all clocks have passed it.
    await scheduler.runUntil(scheduler.now() + 25 * minute);
    if (!isUnfinished(world)) break;
    if (holdsFloods(world)) operate(world, 'resend');
    await scheduler.runUntil(scheduler.now() + 35 * minute);
    await waitUntilLoud(world);
    tick(world);
  }
  // Until every alert is judged over.
  for (let round = 0; round < 4; round += 1) {
    answerAlarms(world);
    sweep(world);
    await scheduler.runUntil(scheduler.now() + 12 * minute);
  }
  sweep(world);
  await scheduler.runUntil(scheduler.now() + 10 * minute);
  await sweepWhatIsDue(world);
  if (plan.leaver === undefined) return;
  // The last message of all, or a heartbeat behind it, may be the first that finds that an owner left.
  for (let round = 0; round < 5; round += 1) {
    answerAlarms(world);
    await scheduler.runUntil(scheduler.now() + 10 * minute);
    await sweepWhatIsDue(world);
    if (round < 3) sweep(world);
  }
}

/**
 * A sweep queues fifty digests of a route, and a backlog may be larger. Its clock may be ahead of the sender's, too: then a
 * digest that it has just created is not due yet as its message comes.
 */
async function sweepWhatIsDue(world: World): Promise<void> {
  const { scheduler } = world;
  for (let round = 0; round < 20 && hasDueDigests(world); round += 1) {
    sweep(world);
    await scheduler.runUntil(scheduler.now() + minute);
  }
}

/** Until no route is quiet for as long as a tick takes, with clocks that are off by a few minutes. */
async function waitUntilLoud({ plan, version, scheduler }: World): Promise<void> {
  const { routes } = configAt(plan.configs, version);
  const moments = [-10, 5, 20, 35, 50, 65, 80, 95].map((minutes) => minutes * minute);
  let at = scheduler.now();
  while (routes.some((route) => moments.some((moment) => isQuietAt(route, at + moment)))) at += 15 * minute;
  await scheduler.runUntil(at);
}

/** `signalpost unmute`: a mute of readers lasts longer than the world. */
function endMutesOfReaders(world: World): void {
  for (const { pk, sk, until } of [...world.table.all()]) {
    const [, routeId, id] = /^buyer@([^#]+)#(.+)$/.exec(sk) ?? [];
    if (pk !== 'R#.mutes' || id === undefined || Number(until) <= world.scheduler.now()) continue;
    const { instance, ledger } = openAsOperator(world);
    void ledger.mutes
      .end({ kind: 'buyer', id, routeId }, instance.now())
      .catch((error: unknown) => noteError(world, instance, error));
  }
}

/** A digest that is due soon counts, too: a clock that is ahead may have set its time. */
function hasDueDigests({ table, scheduler }: World): boolean {
  return [...table.all()].some(({ pk, sk, state, dueAt }) => {
    const isDue = typeof dueAt === 'number' && dueAt <= scheduler.now() + 10 * minute;
    return pk.startsWith('R#') && sk.startsWith('DIG#') && state === 'FROZEN' && isDue;
  });
}

/** The oracle has checked that each route was disabled, and each digest given up, for a reason. */
function answerAlarms(world: World): void {
  const { table, plan } = world;
  for (const { id, owner } of configAt(plan.configs, world.version).routes) {
    if (table.peek(routeKey(id))?.state !== 'DISABLED') continue;
    operate(world, plan.leaver !== undefined && owner?.is?.id === plan.leaver ? 'resend' : 'resume', id);
  }
  const givenUp = [...table.all()].filter(({ pk, sk, state }) => {
    return pk.startsWith('R#') && sk.startsWith('DIG#') && state === 'DEAD';
  });
  for (const routeId of new Set(givenUp.map((digest) => String(digest.routeId))))
    operate(world, 'resend', routeId);
}

function holdsFloods({ plan }: World): boolean {
  return plan.configs.some(({ routes }) =>
    routes.some(({ flood }) => flood !== undefined && flood !== 'off'),
  );
}

function isUnfinished(world: World): boolean {
  const { table, scheduler } = world;
  return [...table.all()].some(({ pk, sk, releaseAt, state, baselineSince }) => {
    // A list that lacks items is taken as it is an hour after it was first read.
    if (pk.startsWith('O#.awaited#') || (state !== 'LIVE' && baselineSince !== undefined)) return true;
    if (!pk.startsWith('R#')) return false;
    if (sk.startsWith('HELD#')) return holdsFloods(world);
    return sk.startsWith('OUT#') && typeof releaseAt === 'number' && releaseAt > scheduler.now() - hour;
  });
}

function tick(world: World): void {
  const { scheduler, plan } = world;
  const slot = new Date(scheduler.now()).toISOString();
  invokeAsync(world, 'plan-polls', { due: true, slot });
  scheduler.at(scheduler.now() + 11 * minute, () => {
    for (const { id } of configAt(plan.configs, world.version).routes) {
      invokeAsync(world, 'compose-digests', { routeId: id });
    }
  });
  scheduler.at(scheduler.now() + 13 * minute, () => sweep(world));
}

/** An outage of the whole service: it causes a pause, after which one call probes the service. */
function leaveOutage(world: World): void {
  const { instance, ledger } = openAsOperator(world);
  ledger.upstream
    .pause('lists', 'failing', false)
    .catch((error: unknown) => noteError(world, instance, error));
}

/** I14: every message and the last tick are repeated, and no destination is called. */
export async function checkRepeats(world: World): Promise<void> {
  const { queues, scheduler, oracle, plan } = world;
  const countPosts = () => oracle.memory.posts.filter(({ routeId }) => routeId !== plan.poisonRoute).length;
  const before = countPosts();
  for (const name of ['delivery', 'summary'] as const)
    queues.accept(name, [...(queues.everSent.get(name) ?? [])]);
  for (const { id } of plan.configs[0]?.routes ?? []) invokeAsync(world, 'compose-digests', { routeId: id });
  await scheduler.runUntil(scheduler.now() + 10 * minute);
  const after = countPosts();
  if (after > before) oracle.violate('I14', `repeats made ${after - before} calls`);
}

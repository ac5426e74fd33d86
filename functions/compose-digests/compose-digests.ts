import { counted } from '../../shared/domain/counted.ts';
import type { DigestFlood } from '../../shared/domain/digests/digest.ts';
import { isRouteDue, roundTime } from '../../shared/domain/routes/due.ts';
import { quietUntil } from '../../shared/domain/routes/quiet.ts';
import { roundAt } from '../../shared/domain/routes/round.ts';
import { floodRuleOf } from '../../shared/domain/routes/route.ts';
import type { DelayedSignals } from '../../shared/domain/signals/delay.ts';
import { countBridges, planFlood } from '../../shared/domain/signals/flood.ts';
import type { RouteState } from '../../shared/ledger/routes/routes.ts';
import type { Unwritable } from './digests/find-unwritable.ts';
import { type ComposedDigest, checkTime, freezeBatch } from './digests/freeze-batch.ts';
import type { ComposePorts, ComposeRequest } from './digests/ports.ts';
import { readSlot, type SlotEntry, type SlotReading } from './digests/read-slot.ts';
import type { Releasable } from './digests/write-batch.ts';

export interface ComposeResult {
  readonly routeId: string;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly digests: readonly ComposedDigest[];
  readonly delayed: readonly DelayedSignals[];
  readonly setAside: number;
  readonly unwritable: readonly Unwritable[];
}

/** Each time, another composer or a command was faster. The sweep takes what they leave, a minute later. */
const mostCancellations = 20;

const begin = () => ({
  frozen: [] as ComposedDigest[],
  /** No message has told yet that these were set aside. */
  aside: [] as readonly SlotEntry[],
  setAside: 0,
  cancelled: 0,
  delayed: [] as readonly DelayedSignals[],
  unwritable: new Map<string, Unwritable>(),
  buyerIds: new Set<string>() as ReadonlySet<string>,
  period: null as Releasable['progress']['period'],
});
type Progress = ReturnType<typeof begin>;

/** Reads the route and the mutes before each step. */
export async function composeDigests(ports: ComposePorts, request: ComposeRequest): Promise<ComposeResult> {
  const { route } = request;
  const { ledger, clock } = ports;
  const progress = begin();
  for (;;) {
    const item = await ledger.routes.read(route.id);
    const quietEnd = quietUntil(route, clock.now());
    // The outbox is not looked at: it would be read each minute of a night.
    if (quietEnd !== null) progress.delayed = [{ reason: 'quiet', until: quietEnd, signals: null }];
    const isOpen = item.state === 'ENABLED' && quietEnd === null;
    if (isOpen && (await composeOnce(ports, request, item, progress))) continue;
    const { frozen: digests, delayed, setAside } = progress;
    const unwritable = [...progress.unwritable.values()];
    if (!request.dryRun) await noteUnwritable(ports, route.id, unwritable);
    return { routeId: route.id, state: item.state, digests, delayed, setAside, unwritable };
  }
}

/** The trouble raises an alert, which is over once nothing is noted any more. */
async function noteUnwritable(
  { ledger }: ComposePorts,
  routeId: string,
  [first, ...others]: readonly Unwritable[],
): Promise<void> {
  if (first === undefined) return;
  const { about } = first;
  const more = others.length === 0 ? '' : `; so it does for ${counted(others.length, 'more signal')}`;
  await ledger.troubles.note({ routeId, kind: 'template', about, problem: `${first.problem}${more}` });
}

/** False if nothing is left to do, if others do it, or if it is a dry run that has done it. */
async function composeOnce(
  ports: ComposePorts,
  request: ComposeRequest,
  item: RouteState,
  progress: Progress,
): Promise<boolean> {
  const { route, evenEarly = false, dryRun } = request;
  if (progress.cancelled > mostCancellations) return false;
  const mutes = await ports.ledger.mutes.list();
  const delaying = { route, mutes, round: evenEarly ? null : item.round };
  const now = ports.clock.now();
  // A clock that was ahead may have created a round of that time, and the digests of two rounds have the same names then.
  const due = progress.cancelled === 0 ? roundTime(route, now, ports.nextSlot) : now;
  const round = roundAt(item.round, now, due);
  const reading = await readSlot(ports, {
    delaying,
    item,
    at: round.at,
    isLeft: (key) => progress.unwritable.has(key),
  });
  progress.delayed = reading.delayed;
  if (!isToSend(ports, request, item, reading, progress)) return false;
  const released = reading.entries.filter((entry) => entry.released);
  const fresh = reading.entries.filter((entry) => !entry.released);
  const rule = floodRuleOf(route);
  const plan = rule && planFlood(rule, item.untold, fresh);
  if (plan && plan.rest.length > 0 && !dryRun) {
    await setAside(ports, request, { item, rest: plan.rest }, progress);
    return true;
  }
  const untold = item.untold + (plan?.rest.length ?? 0);
  const flood = plan ? describeFlood(plan.shown, untold, progress.aside) : undefined;
  const ready = plan ? [...released, ...plan.shown] : reading.entries;
  const batch = await freezeBatch(ports, request, { item, mutes, round, reading, ready, flood, progress });
  progress.frozen.push(...batch.digests);
  if (batch.digests.length > 0) {
    progress.aside = [];
    progress.cancelled = 0;
  }
  if (batch.cancelled) progress.cancelled += 1;
  for (const one of batch.unwritable) progress.unwritable.set(one.key, one);
  return batch.unwritable.length > 0 || (ready.length > 0 && !dryRun);
}

/** A round takes along what is only gathered, and what came after the route's time. */
function isToSend(
  ports: ComposePorts,
  { route, evenEarly = false }: ComposeRequest,
  { round }: RouteState,
  { entries, from, delayed }: SlotReading,
  progress: Progress,
): boolean {
  if (entries.length === 0) return false;
  if (from.length === 0) {
    const until = Math.min(...entries.map(({ gatheredUntil }) => gatheredUntil ?? 0));
    progress.delayed = [...delayed, { reason: 'gather', until, signals: entries.length }];
    return false;
  }
  // Signals that were set aside are told at once, also by signals that came after the route's time.
  const isToTell = evenEarly || progress.aside.length > 0;
  return isToTell || isRouteDue(route, round, from, ports.clock.now(), ports.nextSlot);
}

/** Holds all that a flood's message does not show, unless another composer was faster. */
async function setAside(
  ports: ComposePorts,
  request: ComposeRequest,
  { item, rest }: Pick<Releasable, 'item'> & { readonly rest: readonly SlotEntry[] },
  progress: Progress,
): Promise<void> {
  const routeId = request.route.id;
  const moved = await ports.ledger.outbox.setAside({
    routeId,
    keys: rest.map(({ key }) => key),
    ver: item.ver,
  });
  if (moved > 0) ports.observe({ kind: 'signals-set-aside', routeId, signals: moved });
  progress.setAside += moved;
  if (moved === rest.length) progress.aside = [...progress.aside, ...rest];
  else progress.cancelled += 1;
  checkTime(ports, request, 'what a flood has too many');
}

/** `untold`: how many the route set aside; `aside`: those that this composition saw. */
function describeFlood(
  shown: readonly SlotEntry[],
  untold: number,
  aside: readonly SlotEntry[],
): DigestFlood {
  // The route counts what others set aside, too, but not of which bridges.
  const isWhole = aside.length === untold;
  return {
    newSignals: untold + shown.length,
    shown: shown.length,
    ...(isWhole ? { bridges: countBridges([...shown, ...aside]) } : {}),
  };
}

import { counted } from '../../../shared/domain/counted.ts';
import { UnfinishedError } from '../../../shared/domain/errors.ts';
import type { Round } from '../../../shared/domain/routes/round.ts';
import { signalIdOf } from '../../../shared/domain/rows/signal.ts';
import type { ComposePorts, ComposeRequest } from './ports.ts';
import { type Releasable, type Step, type Written, writeBatch } from './write-batch.ts';

export const partMs = 10_000;

/** If no time is left, the invoke fails, and is tried again with the same slot. */
export function checkTime({ clock }: ComposePorts, { route, deadline }: ComposeRequest, what: string): void {
  if (clock.now() + partMs > deadline) {
    throw new UnfinishedError(`${route.id}: no time left for ${what}`);
  }
}

export interface ComposedDigest {
  readonly digestId: string;
  readonly part: number;
  readonly signals: number;
}

/** Ends early if a part is cancelled, since what was read is out of date, or if a mute has changed. */
export async function freezeBatch(ports: ComposePorts, request: ComposeRequest, releasable: Releasable) {
  const { item, mutes, ready, reading } = releasable;
  const digests: ComposedDigest[] = [];
  let [ver, round, left] = [item.ver, releasable.round, ready.length];
  const { steps, unwritable } = await writeBatch(ports, request, releasable);
  for (const step of steps) {
    const members = step.flatMap((written) => written.members);
    if (!request.dryRun) {
      const [{ digest }] = step;
      checkTime(ports, request, `part ${digest.part}`);
      if (digests.length > 0 && JSON.stringify(await ports.ledger.mutes.list()) !== JSON.stringify(mutes))
        break;
      left -= members.length;
      round = moveOn(round, step, left > 0 || !reading.isEnd);
      if (!(await freezeStep(ports, request, step, { ver, round }))) {
        return { digests, cancelled: true, unwritable };
      }
      ver += 1;
    }
    for (const { digest, members: own } of step) {
      digests.push({ digestId: digest.digestId, part: digest.part, signals: own.length });
    }
  }
  return { digests, cancelled: false, unwritable };
}

function moveOn(round: Round, step: Step, more: boolean): Round {
  const members = step.flatMap((written) => written.members);
  return {
    ...round,
    parts: round.parts + step.length,
    messages: round.messages + step.filter(({ digest }) => digest.replyTo === undefined).length,
    signals: round.signals + members.length,
    hot: round.hot + members.filter(({ hot }) => hot).length,
    inQuietHours: round.inQuietHours + step.reduce((sum, { inQuietHours }) => sum + inQuietHours, 0),
    more,
  };
}

async function freezeStep(
  ports: ComposePorts,
  { route }: ComposeRequest,
  [first, reply]: Step,
  next: { readonly ver: number; readonly round: Round },
): Promise<boolean> {
  const { digestId } = first.digest;
  const members = [...first.members, ...(reply?.members ?? [])];
  const damaged = members.filter((member) => member.damaged).map(({ key }) => key);
  // Copies are made before the freeze, which takes the entries away: a crash in between makes the same copies again.
  const signalIds = damaged.length > 0 ? await ports.ledger.outbox.keepDamaged(route.id, damaged) : [];
  const createdAt = ports.clock.now();
  const moved = { ver: next.ver, round: { ...next.round, createdAt } };
  if (!(await ports.ledger.digests.freeze(first.digest, createdAt, reply?.digest, moved))) return false;
  if (damaged.length > 0) ports.observe({ kind: 'signals-damaged', routeId: route.id, digestId, signalIds });
  tell(ports, first);
  if (reply) tell(ports, reply);
  const { routeId, slot, part } = first.digest;
  // The function that delivers the first message sends its reply next.
  await ports.queue('delivery').send([{ routeId, slot, part }]);
  if (damaged.length > 0) {
    const problem = `it counts ${counted(damaged.length, 'signal')} that can't be read`;
    await ports.ledger.troubles.note({ routeId, kind: 'damaged', about: digestId, problem });
  }
  return true;
}

function tell({ observe }: ComposePorts, { digest, members }: Written): void {
  const { routeId, slot, part, digestId } = digest;
  const signalIds = members.flatMap(({ signal }) => (signal ? [signalIdOf(signal)] : []));
  const signals = members.length;
  observe({ kind: 'digest-frozen', routeId, digestId, slot, part, signals, signalIds });
}

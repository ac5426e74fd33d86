import type { DigestFlood } from '../../shared/domain/digests/digest.ts';
import { signalIdOf } from '../../shared/domain/signals/signal.ts';
import { checkTime } from './check-time.ts';
import type { ComposePorts } from './ports.ts';
import {
  type Releasable,
  type Step,
  type WriteBatchRequest,
  type Written,
  writeBatch,
} from './write-batch.ts';

export interface FreezeBatchRequest extends WriteBatchRequest {
  readonly dryRun: boolean;
  readonly deadline: number;
}

export interface ComposedDigest {
  readonly digestId: string;
  readonly part: number;
  readonly signals: number;
}

export interface FrozenBatch {
  readonly digests: readonly ComposedDigest[];
  readonly cancelled: boolean;
}

/** Freezes part after part until one is cancelled: then what was read is out of date. */
export async function freezeBatch(
  ports: ComposePorts,
  request: FreezeBatchRequest,
  releasable: Releasable,
  flood: DigestFlood | undefined,
): Promise<FrozenBatch> {
  const digests: ComposedDigest[] = [];
  const steps = await writeBatch(ports, request, releasable, flood);
  for (const written of steps) {
    const [{ digest }] = written;
    if (!request.dryRun) {
      checkTime(ports, request, `part ${digest.part}`);
      if (!(await freezeTogether(ports, request, written))) return { digests, cancelled: true };
    }
    for (const { digest: one, members } of written) {
      digests.push({ digestId: one.digestId, part: one.part, signals: members.length });
    }
  }
  return { digests, cancelled: false };
}

async function freezeTogether(
  ports: ComposePorts,
  { route }: FreezeBatchRequest,
  [first, reply]: Step,
): Promise<boolean> {
  const { digestId } = first.digest;
  const members = [...first.members, ...(reply?.members ?? [])];
  const damaged = members.filter((member) => member.damaged).map(({ key }) => key);
  // Before the freeze, which takes the entries away: a crash in between makes the same copies again.
  const signalIds = damaged.length > 0 ? await ports.ledger.keepDamaged(route.id, damaged) : [];
  if (!(await ports.ledger.freeze(first.digest, ports.clock.now(), reply?.digest))) return false;
  if (damaged.length > 0) ports.observe({ kind: 'signals-damaged', routeId: route.id, digestId, signalIds });
  tell(ports, first);
  if (reply) tell(ports, reply);
  const { routeId, slot, part } = first.digest;
  // The function that delivers the first message sends its reply next.
  await ports.queue('delivery').send([{ routeId, slot, part }]);
  return true;
}

function tell({ observe }: ComposePorts, { digest, members }: Written): void {
  const { routeId, slot, part, digestId, body } = digest;
  const bytes = Buffer.byteLength(body);
  const signalIds = members.flatMap(({ signal }) => (signal ? [signalIdOf(signal)] : []));
  const signals = members.length;
  observe({ kind: 'digest-frozen', routeId, digestId, slot, part, signals, bytes, signalIds });
}

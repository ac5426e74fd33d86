import type { Clock } from '../../shared/domain/clock.ts';
import type { DigestContent } from '../../shared/domain/digest.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import {
  composeContent,
  isReleasable,
  type KnownSummary,
  type OutboxEntry,
  splitIntoParts,
} from '../../shared/domain/outbox.ts';
import type { DestinationSettings, Route } from '../../shared/domain/route.ts';

/** Freezes what waits for a route into digests. */
export interface ComposeDigestsPorts {
  readonly clock: Clock;
  readonly observe: Observe;
  /** Pure: how a kind of destination writes a digest, and whether one message may be that large. */
  readonly rendererFor: (type: DestinationSettings['type']) => {
    readonly render: (content: DigestContent) => string;
    readonly fits: (body: string) => boolean;
  };
  readonly readRoute: (routeId: string) => Promise<{ readonly state: 'ENABLED' | 'DISABLED' }>;
  readonly readOutbox: (routeId: string, limit: number) => Promise<readonly OutboxEntry[]>;
  readonly readSummary: (buyerId: string) => Promise<KnownSummary | undefined>;
  readonly digestIdOf: (routeId: string, slot: string, part: number) => string;
  readonly nextPart: (routeId: string, slot: string) => Promise<number>;
  /** False when another composer was faster. */
  readonly freeze: (digest: FrozenDigest, now: number) => Promise<boolean>;
  readonly sendDigests: (pointers: readonly DigestPointer[]) => Promise<void>;
  readonly markLate: (late: { routeId: string; slot: string }, dueAt: number) => Promise<void>;
}

export interface DigestPointer {
  readonly routeId: string;
  readonly slot: string;
  readonly part: number;
}

export interface FrozenDigest extends DigestPointer {
  readonly digestId: string;
  readonly destinationType: DestinationSettings['type'];
  readonly body: string;
  readonly members: readonly string[];
}

export interface ComposeRequest {
  readonly route: Route;
  /** The scheduled time, ISO 8601. */
  readonly slot: string;
  /** Only entries first seen until then, in milliseconds since the epoch: a late slot takes no newer ones. */
  readonly seenUntil: number;
  readonly dryRun: boolean;
  readonly deadline: number;
}

export interface ComposeResult {
  readonly routeId: string;
  readonly slot: string;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly digests: readonly { readonly digestId: string; readonly part: number; readonly signals: number }[];
  /** Entries that still wait for a summary. */
  readonly waiting: number;
}

/** Read and frozen together at most: what bounds a function's memory. */
const entriesAtOnce = 1000;
/** A part is begun only with this much time left. */
const partMs = 10_000;
const lateMs = 20_000;
const mostCancellations = 20;

/** The time ran out with entries left: the invoke fails, and is tried again with the same slot. */
export class ComposeUnfinishedError extends Error {
  override readonly name = 'ComposeUnfinishedError';
  readonly code = 'COMPOSE_UNFINISHED';
}

export async function composeDigests(
  ports: ComposeDigestsPorts,
  request: ComposeRequest,
): Promise<ComposeResult> {
  const { route, slot } = request;
  const { state } = await ports.readRoute(route.id);
  const frozen: ComposeResult['digests'][number][] = [];
  if (state === 'DISABLED') return { routeId: route.id, slot, state, digests: frozen, waiting: 0 };
  let waiting = 0;
  for (let cancelled = 0; cancelled <= mostCancellations; ) {
    const ready = await readReleasable(ports, request);
    waiting = ready.waiting;
    if (ready.entries.length === 0) break;
    const batch = await freezeBatch(ports, request, ready);
    frozen.push(...batch.digests);
    if (request.dryRun) break;
    if (batch.cancelled) cancelled += 1;
  }
  if (waiting > 0 && !request.dryRun && route.when !== 'immediately') {
    await ports.markLate({ routeId: route.id, slot }, ports.clock.now() + lateMs);
  }
  return { routeId: route.id, slot, state, digests: frozen, waiting };
}

interface Releasable {
  readonly entries: readonly OutboxEntry[];
  readonly summaries: ReadonlyMap<string, KnownSummary>;
  readonly waiting: number;
}

async function readReleasable(ports: ComposeDigestsPorts, request: ComposeRequest): Promise<Releasable> {
  const outbox = await ports.readOutbox(request.route.id, entriesAtOnce);
  const inSlot = outbox.filter((entry) => entry.firstSeenAt <= request.seenUntil);
  const summaries = new Map<string, KnownSummary>();
  for (const buyerId of new Set(inSlot.filter((entry) => entry.hot).map((entry) => entry.buyerId))) {
    const summary = await ports.readSummary(buyerId);
    if (summary) summaries.set(buyerId, summary);
  }
  const now = ports.clock.now();
  const entries = inSlot.filter((entry) => isReleasable(entry, summaries.get(entry.buyerId), now));
  return { entries, summaries, waiting: inSlot.length - entries.length };
}

/** Freezes part after part until one is cancelled: then what was read is out of date. */
async function freezeBatch(
  ports: ComposeDigestsPorts,
  { route, slot, dryRun, deadline }: ComposeRequest,
  { entries, summaries }: Releasable,
): Promise<{ digests: ComposeResult['digests'][number][]; cancelled: boolean }> {
  const renderer = ports.rendererFor(route.to.type);
  const firstPart = await ports.nextPart(route.id, slot);
  const bodyOf = (members: readonly OutboxEntry[], part: number, parts: number): string => {
    const digestId = ports.digestIdOf(route.id, slot, part);
    return renderer.render(composeContent({ digestId, routeId: route.id, part, parts }, members, summaries));
  };
  const chunks = splitIntoParts(entries, (members) => renderer.fits(bodyOf(members, firstPart, firstPart)));
  const digests: ComposeResult['digests'][number][] = [];
  for (const [index, members] of chunks.entries()) {
    const part = firstPart + index;
    const digestId = ports.digestIdOf(route.id, slot, part);
    const body = bodyOf(members, part, firstPart - 1 + chunks.length);
    if (!dryRun) {
      const now = ports.clock.now();
      if (now + partMs > deadline)
        throw new ComposeUnfinishedError(`${route.id}: no time left for part ${part}`);
      const pointer = { routeId: route.id, slot, part };
      const keys = members.map((member) => member.key);
      const digest = { ...pointer, digestId, destinationType: route.to.type, body, members: keys };
      if (!(await ports.freeze(digest, now))) return { digests, cancelled: true };
      const bytes = new TextEncoder().encode(body).length;
      ports.observe({
        kind: 'digest-frozen',
        routeId: route.id,
        digestId,
        part,
        signals: members.length,
        bytes,
      });
      await ports.sendDigests([pointer]);
    }
    digests.push({ digestId, part, signals: members.length });
  }
  return { digests, cancelled: false };
}

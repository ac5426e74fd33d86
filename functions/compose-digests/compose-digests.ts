import type { DigestPointer, FrozenDigest, SlotSoFar } from '../../shared/domain/digests/delivery.ts';
import type { DigestContent, DigestFlood } from '../../shared/domain/digests/digest.ts';
import type { LateSlot } from '../../shared/domain/routes/pending.ts';
import type { DestinationSettings, Route } from '../../shared/domain/routes/route.ts';
import type { OpenFlood } from '../../shared/domain/signals/flood.ts';
import {
  composeContent,
  type KnownSummary,
  mostMembers,
  type OutboxEntry,
  orderEntries,
  splitIntoParts,
} from '../../shared/domain/signals/outbox.ts';
import { signalIdOf } from '../../shared/domain/signals/signal.ts';
import { type DescribeViewPorts, describeView, totalsOf } from './describe-slot.ts';
import { describeFlood, type HoldFloodPorts, holdFlood } from './hold-flood.ts';
import { type ReadSlotPorts, readSlot, type SlotEntry } from './read-slot.ts';

/** Freezes what waits for a route into digests. */
export interface ComposeDigestsPorts extends HoldFloodPorts, ReadSlotPorts, DescribeViewPorts {
  /** Pure: how a kind of destination writes a digest, and whether one message may be that large. */
  readonly rendererFor: (type: DestinationSettings['type']) => {
    readonly render: (content: DigestContent) => string;
    readonly fits: (body: string) => boolean;
    /** A second form, frozen beside the first, for a destination that may refuse the first's form. */
    readonly renderPlain?: (content: DigestContent) => string;
  };
  readonly readRoute: (routeId: string) => Promise<{
    readonly state: 'ENABLED' | 'DISABLED';
    readonly flood?: OpenFlood | null;
    /** When it was last resumed: see `fateOf`. */
    readonly keptUntil?: number | null;
  }>;
  /** How many signals the route holds back by now. */
  readonly countHeld: (routeId: string) => Promise<number>;
  readonly digestIdOf: (
    routeId: string,
    slot: string,
    part: number,
    options: { readonly dryRun: boolean },
  ) => Promise<string>;
  /** What earlier compositions froze for the slot. */
  readonly readSlotSoFar: (routeId: string, slot: string) => Promise<SlotSoFar>;
  /** Copies entries that can't be read back to where people can look at them. Answers the ids of their signals. */
  readonly keepDamaged: (routeId: string, keys: readonly string[]) => Promise<readonly string[]>;
  /** False when another composer was faster. */
  readonly freeze: (digest: FrozenDigest, now: number) => Promise<boolean>;
  readonly sendDigests: (pointers: readonly DigestPointer[]) => Promise<void>;
  readonly markLate: (late: LateSlot, dueAt: number) => Promise<void>;
}

export interface ComposeRequest {
  readonly route: Route;
  /** The scheduled time, ISO 8601. */
  readonly slot: string;
  /**
   * The late slot that is made up for. Its digests go out under the sweep's own slot: those of the late one may be
   * delivered and expired by now, and a second digest under one of their ids would be dropped as a repeat.
   */
  readonly lateSlot?: string | undefined;
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
  /** Signals that a flood rule held back or dropped. */
  readonly setAside: number;
}

/** A part is begun only with this much time left. */
const partMs = 10_000;
const lateMs = 20_000;
const mostCancellations = 20;
/** How many parts there are is known only once they are cut: none may grow too large by the digits of its number. */
const widestNumber = 9_999;

/** The time ran out with entries left, or others were always faster: the invoke fails, and is tried again with the same slot. */
export class ComposeUnfinishedError extends Error {
  override readonly name = 'ComposeUnfinishedError';
  readonly code = 'COMPOSE_UNFINISHED';
}

export async function composeDigests(
  ports: ComposeDigestsPorts,
  request: ComposeRequest,
): Promise<ComposeResult> {
  const { route, slot } = request;
  let { state, flood: open = null, keptUntil = null } = await ports.readRoute(route.id);
  const frozen: ComposeResult['digests'][number][] = [];
  let setAside = 0;
  let waiting = 0;
  let marked = false;
  const result = (): ComposeResult => ({
    routeId: route.id,
    slot,
    state,
    digests: frozen,
    waiting,
    setAside,
  });
  const unready = new Set<string>();
  let cancelled = 0;
  // Another composer may have frozen the digest of the flood: what it told must not be told again.
  const noteFaster = async (): Promise<void> => {
    cancelled += 1;
    ({ state, flood: open = null, keptUntil = null } = await ports.readRoute(route.id));
  };
  while (state === 'ENABLED') {
    if (cancelled > mostCancellations) {
      throw new ComposeUnfinishedError(`${route.id}: others were faster ${cancelled} times`);
    }
    const reading = await readSlot(ports, { ...request, unready });
    const step = await holdFlood(ports, request, { open, keptUntil }, reading.entries);
    open = step.open;
    setAside += step.setAside;
    if (step.cancelled) await noteFaster();
    if (step.setAside > 0 || step.cancelled) {
      checkTime(ports, request, 'what a flood has too many');
      continue;
    }
    waiting = reading.waiting + [...step.shown, ...step.others].filter((entry) => entry.waits).length;
    if (waiting > 0 && !marked && !request.dryRun && route.when !== 'immediately') {
      // Before anything is frozen: a crash in between must not leave what waits to the next slot, a day away.
      await ports.markLate({ routeId: route.id, slot: request.lateSlot ?? slot }, ports.clock.now() + lateMs);
      marked = true;
    }
    const shown = inFull(step.shown);
    const isFlood = shown.length > 0;
    const entries = isFlood ? shown : inFull(step.others);
    if (entries.length === 0) break;
    const ready = (isFlood ? step.shown : step.others).filter((entry) => !entry.waits);
    const counts = { shown: ready.length, waiting: step.shown.length - ready.length };
    const flood = isFlood && open !== null ? await describeFlood(ports, route, open, counts) : undefined;
    const batch = await freezeBatch(ports, request, { entries, ready, summaries: reading.summaries }, flood);
    frozen.push(...batch.digests);
    if (request.dryRun) break;
    if (batch.cancelled) await noteFaster();
    else if (flood && open) {
      await ports.closeFlood(route.id, open.id);
      open = null;
    }
  }
  return result();
}

function inFull(entries: readonly SlotEntry[]): OutboxEntry[] {
  return entries.flatMap(({ full }) => full ?? []);
}

interface Releasable {
  readonly entries: readonly OutboxEntry[];
  /** These and those behind them, which a later reading keeps in full. */
  readonly ready: readonly SlotEntry[];
  readonly summaries: ReadonlyMap<string, KnownSummary>;
}

function checkTime({ clock }: ComposeDigestsPorts, { route, deadline }: ComposeRequest, what: string): void {
  if (clock.now() + partMs > deadline) {
    throw new ComposeUnfinishedError(`${route.id}: no time left for ${what}`);
  }
}

/** Freezes part after part until one is cancelled: then what was read is out of date. */
async function freezeBatch(
  ports: ComposeDigestsPorts,
  request: ComposeRequest,
  { entries, ready, summaries }: Releasable,
  flood: DigestFlood | undefined,
): Promise<{ digests: ComposeResult['digests'][number][]; cancelled: boolean }> {
  const { route, slot, dryRun } = request;
  const renderer = ports.rendererFor(route.to.type);
  const soFar = await ports.readSlotSoFar(route.id, slot);
  const held = await ports.countHeld(route.id);
  const view = await describeView(ports, route, slot, entries);
  const ordered = orderEntries(entries, summaries, view);
  const contentOf = (
    members: readonly OutboxEntry[],
    { digestId, part, parts }: Pick<DigestContent, 'digestId' | 'part' | 'parts'>,
  ): DigestContent => {
    const place = { digestId, part, parts, routeId: route.id, totals: totalsOf(soFar, ready, parts) };
    return composeContent({ ...place, held, flood, view }, members, summaries);
  };
  const widestId = await ports.digestIdOf(route.id, slot, widestNumber, { dryRun });
  const widest = { digestId: widestId, part: widestNumber, parts: widestNumber };
  const chunks = splitIntoParts(ordered, (members) =>
    renderer.fits(renderer.render(contentOf(members, widest))),
  );
  // What a later reading keeps in full takes as many parts as it has to, at least.
  const later = Math.ceil((ready.length - entries.length) / mostMembers);
  const parts = soFar.parts + chunks.length + later;
  const digests: ComposeResult['digests'][number][] = [];
  for (const [index, members] of chunks.entries()) {
    const part = soFar.parts + 1 + index;
    const digestId = await ports.digestIdOf(route.id, slot, part, { dryRun });
    const content = contentOf(members, { digestId, part, parts });
    if (!dryRun) {
      checkTime(ports, request, `part ${part}`);
      const digest = {
        routeId: route.id,
        slot,
        part,
        digestId: content.digestId,
        destinationType: route.to.type,
        body: renderer.render(content),
        plainBody: renderer.renderPlain?.(content),
        members: members.map((member) => member.key),
        hot: members.filter((member) => member.hot).length,
        buyerIds: [...new Set(members.map((member) => member.buyerId))],
      };
      const damaged = members.filter((member) => member.damaged).map(({ key }) => key);
      // Before the freeze, which takes the entries away: a crash in between makes the same copies again.
      const signalIds = damaged.length > 0 ? await ports.keepDamaged(route.id, damaged) : [];
      if (!(await ports.freeze(digest, ports.clock.now()))) return { digests, cancelled: true };
      if (damaged.length > 0)
        ports.observe({ kind: 'signals-damaged', routeId: route.id, digestId, signalIds });
      await announce(ports, digest, members);
    }
    digests.push({ digestId: content.digestId, part, signals: members.length });
  }
  return { digests, cancelled: false };
}

async function announce(
  ports: ComposeDigestsPorts,
  digest: FrozenDigest,
  members: readonly OutboxEntry[],
): Promise<void> {
  const { routeId, slot, part, digestId, body } = digest;
  const bytes = new TextEncoder().encode(body).length;
  const signalIds = members.flatMap(({ signal }) => (signal ? [signalIdOf(signal)] : []));
  const signals = members.length;
  ports.observe({ kind: 'digest-frozen', routeId, digestId, slot, part, signals, bytes, signalIds });
  await ports.sendDigests([{ routeId, slot, part }]);
}

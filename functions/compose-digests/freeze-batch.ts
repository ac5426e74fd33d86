import type { DigestPointer, FrozenDigest, SlotSoFar } from '../../shared/domain/digests/delivery.ts';
import type { DigestContent, DigestFlood } from '../../shared/domain/digests/digest.ts';
import type { MessagePlace } from '../../shared/domain/digests/message/place-message.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import type { MutedSignals } from '../../shared/domain/routes/mute.ts';
import { type CountedMessage, countMessage, messagesLeft } from '../../shared/domain/routes/pace.ts';
import type { DestinationSettings, Route } from '../../shared/domain/routes/route.ts';
import {
  composeContent,
  type KnownSummary,
  type OutboxEntry,
  orderEntries,
} from '../../shared/domain/signals/outbox.ts';
import { signalIdOf } from '../../shared/domain/signals/signal.ts';
import { mostMembers } from '../../shared/domain/signals/split-parts.ts';
import { checkTime } from './check-time.ts';
import { type DescribeViewPorts, describeView, totalsOf } from './describe-slot.ts';
import { type FillTypesPorts, fillTypes } from './fill-types.ts';
import type { Allowance } from './keep-pace.ts';
import { messagesOf, type PlannedPart, planParts, planPermitted } from './plan-parts.ts';
import { cameInQuietHours } from './quiet-slot.ts';
import type { SlotEntry } from './read-slot.ts';

export interface FreezeBatchPorts extends DescribeViewPorts, FillTypesPorts {
  readonly observe: Observe;
  /** Pure: how a kind of destination writes a digest, and whether one message may be that large. */
  readonly rendererFor: (type: DestinationSettings['type']) => {
    readonly render: (content: DigestContent, place?: MessagePlace) => string;
    readonly fits: (body: string) => boolean;
    /** A second form, frozen beside the first, for a destination that may refuse the first's form. */
    readonly renderPlain?: (content: DigestContent, place?: MessagePlace) => string;
  };
  /** Whether a digest is a message in a channel and a thread beneath it. */
  readonly hasThreads: (to: DestinationSettings) => boolean;
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
  /**
   * A digest, the reply that is created with it, and the count of the route's messages. False when another composer was
   * faster.
   */
  readonly freeze: (
    digest: FrozenDigest,
    now: number,
    reply?: FrozenDigest,
    counted?: CountedMessage,
  ) => Promise<boolean>;
  readonly sendDigests: (pointers: readonly DigestPointer[]) => Promise<void>;
}

export interface FreezeBatchRequest {
  readonly route: Route;
  /** The scheduled time, ISO 8601. */
  readonly slot: string;
  /** The late slot that is made up for. */
  readonly lateSlot?: string | undefined;
  readonly dryRun: boolean;
  readonly deadline: number;
}

export interface Releasable {
  readonly entries: readonly OutboxEntry[];
  /** These and those behind them, which a later reading keeps in full. */
  readonly ready: readonly SlotEntry[];
  readonly summaries: ReadonlyMap<string, KnownSummary>;
  /** What mutes hold back from the route. */
  readonly muted: readonly MutedSignals[];
}

export interface ComposedDigest {
  readonly digestId: string;
  readonly part: number;
  readonly signals: number;
}

/** How many parts there are is known only once they are cut: none may grow too large by the digits of its number. */
const widestNumber = 9_999;

/** A digest with what is said of it once it is frozen. */
interface Written {
  readonly digest: FrozenDigest;
  readonly members: readonly OutboxEntry[];
}

export interface BatchLimits {
  readonly flood: DigestFlood | undefined;
  readonly allowance: Allowance | null;
}

export interface FrozenBatch {
  readonly digests: readonly ComposedDigest[];
  readonly cancelled: boolean;
  /** The route may create no message of what was read: hot signals behind it still may go out. */
  readonly isOverLimit: boolean;
}

/** Freezes part after part until one is cancelled: then what was read is out of date. */
export async function freezeBatch(
  ports: FreezeBatchPorts,
  request: FreezeBatchRequest,
  releasable: Releasable,
  limits: BatchLimits,
): Promise<FrozenBatch> {
  const digests: ComposedDigest[] = [];
  let { allowance } = limits;
  const steps = await writeBatch(ports, request, releasable, limits);
  for (const written of steps) {
    const [{ digest }] = written;
    if (!request.dryRun) {
      checkTime(ports, request, `part ${digest.part}`);
      // People count messages of the channel, and so does the limit: a reply belongs to its message.
      const counted = digest.replyTo === undefined ? countOne(ports, allowance) : undefined;
      const isFrozen = await freezeTogether(ports, request, written, counted);
      if (!isFrozen) return { digests, cancelled: true, isOverLimit: false };
      if (allowance && counted) allowance = { ...allowance, sent: counted.after };
    }
    for (const { digest: one, members } of written) {
      digests.push({ digestId: one.digestId, part: one.part, signals: members.length });
    }
  }
  return { digests, cancelled: false, isOverLimit: steps.length === 0 };
}

function countOne({ clock }: FreezeBatchPorts, allowance: Allowance | null): CountedMessage | undefined {
  if (allowance === null) return undefined;
  const { limit, sent } = allowance;
  return { before: sent, after: countMessage(limit, sent, clock.now()) };
}

/** What is frozen in one step each: a digest, or a message of a channel with the first reply to it. */
type Step = readonly [Written] | readonly [Written, Written];

async function writeBatch(
  ports: FreezeBatchPorts,
  { route, slot, lateSlot, dryRun }: FreezeBatchRequest,
  { entries, ready: all, summaries, muted }: Releasable,
  { flood: wholeFlood, allowance }: BatchLimits,
): Promise<Step[]> {
  const renderer = ports.rendererFor(route.to.type);
  const soFar = await ports.readSlotSoFar(route.id, slot);
  const held = await ports.countHeld(route.id);
  // Once for each: the totals are counted again for every rendering.
  const quietKeys = new Set(all.filter(cameInQuietHours(route, lateSlot)).map(({ key }) => key));
  const isQuiet = ({ key }: { readonly key: string }): boolean => quietKeys.has(key);
  const view = await describeView(ports, route, slot, entries);
  let ready = all;
  let flood = wholeFlood;
  const contentOf = (
    shown: readonly OutboxEntry[],
    { digestId, part, parts }: Pick<DigestContent, 'digestId' | 'part' | 'parts'>,
  ): DigestContent => {
    const place = {
      digestId,
      part,
      parts,
      routeId: route.id,
      totals: totalsOf(soFar, ready, parts, isQuiet),
    };
    return composeContent({ ...place, held, muted, flood, view }, shown, summaries);
  };
  const widestId = await ports.digestIdOf(route.id, slot, widestNumber, { dryRun });
  const widest = { digestId: widestId, part: widestNumber, parts: widestNumber };
  const ordered = orderEntries(await fillTypes(ports, entries, summaries), summaries, view);
  const plan = (members: readonly OutboxEntry[]) =>
    planParts(members, ports.hasThreads(route.to), (shown, place) =>
      renderer.fits(renderer.render(contentOf(shown, widest), place)),
    );
  const planned = planPermitted(
    ordered,
    plan,
    allowance && messagesLeft(allowance.limit, allowance.sent, ports.clock.now()),
  );
  const taken = new Set(planned.flatMap(({ members }) => members).map(({ key }) => key));
  if (taken.size < entries.length) {
    // The rest joins the next message, whose totals count it.
    ready = all.filter(({ key }) => taken.has(key));
    flood = wholeFlood && { ...wholeFlood, shown: taken.size };
  }
  // What a later reading keeps in full takes as many parts as it has to, at least.
  const later = Math.ceil((ready.length - taken.size) / mostMembers);
  const messages = messagesOf(planned);
  const written: Written[] = [];
  for (const [index, { place, members, shown, message, replyTo }] of planned.entries()) {
    const part = soFar.parts + 1 + index;
    const digestId = await ports.digestIdOf(route.id, slot, part, { dryRun });
    // People count the messages of the channel; a thread belongs to its message.
    const number = soFar.messages + 1 + message;
    const content = contentOf(shown, { digestId, part: number, parts: soFar.messages + messages + later });
    const digest = {
      routeId: route.id,
      slot,
      part,
      digestId,
      destinationType: route.to.type,
      body: renderer.render(content, place),
      plainBody: renderer.renderPlain?.(content, place),
      members: members.map((member) => member.key),
      hot: members.filter((member) => member.hot).length,
      inQuietHours: members.filter(isQuiet).length,
      buyerIds: [...new Set(members.map((member) => member.buyerId))],
      ...(replyTo === null ? {} : { replyTo: soFar.parts + 1 + replyTo }),
      ...(isRepliedTo(planned, index) ? { repliedBy: part + 1 } : {}),
    };
    written.push({ digest, members });
  }
  return pairReplies(written);
}

/** A reply is created with its message where it stands right behind it. */
function isRepliedTo(planned: readonly PlannedPart[], index: number): boolean {
  const [own, next] = [planned[index], planned[index + 1]];
  if (own?.replyTo !== null || next?.replyTo !== index) return false;
  return own.members.length + next.members.length <= mostMembers - 2;
}

function pairReplies(written: readonly Written[]): Step[] {
  const steps: Step[] = [];
  for (const one of written) {
    const last = steps.at(-1);
    const isPair = last?.[0].digest.repliedBy === one.digest.part;
    if (isPair) steps[steps.length - 1] = [last[0], one];
    else steps.push([one]);
  }
  return steps;
}

async function freezeTogether(
  ports: FreezeBatchPorts,
  { route }: FreezeBatchRequest,
  [first, reply]: Step,
  counted: CountedMessage | undefined,
): Promise<boolean> {
  const { digestId } = first.digest;
  const members = [...first.members, ...(reply?.members ?? [])];
  const damaged = members.filter((member) => member.damaged).map(({ key }) => key);
  // Before the freeze, which takes the entries away: a crash in between makes the same copies again.
  const signalIds = damaged.length > 0 ? await ports.keepDamaged(route.id, damaged) : [];
  if (!(await ports.freeze(first.digest, ports.clock.now(), reply?.digest, counted))) return false;
  if (damaged.length > 0) ports.observe({ kind: 'signals-damaged', routeId: route.id, digestId, signalIds });
  tell(ports, first);
  if (reply) tell(ports, reply);
  const { routeId, slot, part } = first.digest;
  // The function that delivers the first message sends its reply next.
  await ports.sendDigests([{ routeId, slot, part }]);
  return true;
}

function tell({ observe }: FreezeBatchPorts, { digest, members }: Written): void {
  const { routeId, slot, part, digestId, body } = digest;
  const bytes = new TextEncoder().encode(body).length;
  const signalIds = members.flatMap(({ signal }) => (signal ? [signalIdOf(signal)] : []));
  const signals = members.length;
  observe({ kind: 'digest-frozen', routeId, digestId, slot, part, signals, bytes, signalIds });
}

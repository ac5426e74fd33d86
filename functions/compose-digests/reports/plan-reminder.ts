import { isoTime } from '../../../shared/domain/clock.ts';
import { rememberedDays } from '../../../shared/domain/history/history.ts';
import type { LookedUp } from '../../../shared/domain/reports/became.ts';
import { hasBegun } from '../../../shared/domain/reports/due-report.ts';
import { mostListed } from '../../../shared/domain/reports/report.ts';
import { bySoonest, type ToldRow } from '../../../shared/domain/reports/told-row.ts';
import { muteOf } from '../../../shared/domain/routes/mute.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { zoneOf } from '../../../shared/domain/routes/route-view.ts';
import { signalIdOf } from '../../../shared/domain/signals/signal.ts';
import type { FollowedDigest } from '../../../shared/ledger/routes/routes.ts';
import type { ComposePorts } from '../ports.ts';
import {
  type PlannedReport,
  readSent,
  type SentSignal,
  tellUntouched,
  type WrittenContent,
} from './sent-signals.ts';

const dayMs = 86_400_000;
/** What one transaction has room for. The others keep the deadline that they were sent with. */
const mostFollowed = 90;

/** When the last reminder was, and this one's time; milliseconds since the epoch. */
interface Window {
  readonly since: number;
  readonly slot: number;
}

/** On the sent signals for which a time before their deadline has come since the last reminder. */
export async function planReminder(
  ports: ComposePorts,
  route: Route,
  remind: readonly string[],
  { since, slot }: Window,
): Promise<PlannedReport> {
  const timezone = zoneOf(route);
  const mutes = await ports.ledger.listMutes();
  const now = ports.clock.now();
  /** The times that have come by this deadline. */
  const comeFor = (deadline: number) => remind.filter((before) => hasBegun(deadline, before, slot, timezone));
  const isNews = ({ deadline, buyerId, signalId }: SentSignal): boolean => {
    if (deadline === null || deadline <= now) return false;
    const bridgeId = signalId.split('#')[0] ?? null;
    const isMuted = muteOf(mutes, route.id, { buyerId, bridgeId }, now) !== null;
    return !isMuted && comeFor(deadline).some((before) => !hasBegun(deadline, before, since, timezone));
  };
  const sent: SentSignal[] = [];
  for await (const one of readSent(ports, route.id, { since: slot - rememberedDays * dayMs, until: slot }))
    if (isNews(one)) sent.push(one);
  /** By the deadline that it has now, as many of its times have come. */
  const isStillDue = ({ deadline }: SentSignal, row: ToldRow): boolean => {
    const endsAt = row.deadline === null ? 0 : Date.parse(row.deadline);
    return endsAt > ports.clock.now() && comeFor(endsAt).length >= comeFor(deadline ?? 0).length;
  };
  return { sent, write: (found) => writeReminder(ports, route, { slot, sent, isStillDue }, found) };
}

async function writeReminder(
  ports: ComposePorts,
  route: Route,
  {
    slot,
    sent,
    isStillDue,
  }: {
    readonly slot: number;
    readonly sent: readonly SentSignal[];
    readonly isStillDue: (one: SentSignal, row: ToldRow) => boolean;
  },
  found: ReadonlyMap<string, LookedUp>,
): Promise<WrittenContent> {
  const answers = sent.map(({ signalId }) => found.get(signalId));
  const { rows, timezone } = await tellUntouched(ports, route, answers, ports.clock.now());
  const rowOf = new Map(rows.map((row) => [signalIdOf(row), row]));
  const due = sent.flatMap((one) => {
    const row = rowOf.get(one.signalId);
    return row && isStillDue(one, row) ? [row] : [];
  });
  const signals = bySoonest([...new Set(due)]);
  const told = { kind: 'reminder', routeId: route.id, timezone, until: isoTime(slot) } as const;
  return {
    content:
      signals.length === 0
        ? null
        : { ...told, untouched: signals.length, signals: signals.slice(0, mostListed) },
    followed: findMoved(sent, rowOf).slice(0, mostFollowed),
  };
}

/** The digests with signals whose deadline has moved: their times come by the new one. */
function findMoved(sent: readonly SentSignal[], rowOf: ReadonlyMap<string, ToldRow>): FollowedDigest[] {
  const digests = [...new Set(sent.map(({ digest }) => digest))];
  return digests.flatMap(({ routeId, slot, part, followed = [] }) => {
    const known = followed.map((one) => {
      const row = rowOf.get(one.signalId);
      return row ? { ...one, deadline: row.deadline === null ? null : Date.parse(row.deadline) } : one;
    });
    const isSame = known.every(({ deadline }, index) => deadline === followed[index]?.deadline);
    return isSame ? [] : [{ routeId, slot, part, followed: known }];
  });
}

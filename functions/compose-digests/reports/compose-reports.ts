import { beginElsewhere, inParallel } from '../../../shared/domain/concurrency.ts';
import type { ReportKind } from '../../../shared/domain/digests/delivery.ts';
import { nameTimes } from '../../../shared/domain/digests/heartbeat.ts';
import type { LookedUp, LookUpRequest } from '../../../shared/domain/reports/became.ts';
import {
  dueReport,
  longestLookUpMs,
  lookedUpSince,
  reminderTimes,
} from '../../../shared/domain/reports/due-report.ts';
import { quietUntil } from '../../../shared/domain/routes/quiet.ts';
import type { ReportMark } from '../../../shared/domain/routes/round.ts';
import type { CronTime, Route } from '../../../shared/domain/routes/route.ts';
import type { ComposePorts } from '../ports.ts';
import { freezeReport } from './freeze-report.ts';
import { planRecap } from './plan-recap.ts';
import { planReminder } from './plan-reminder.ts';
import type { PlannedReport } from './sent-signals.ts';

const minuteMs = 60_000;
const readsAtOnce = 8;
/** To read what was sent in 90 days: 300 MB with 100,000 buyers. */
const reportMs = 30_000;
/** Buyers that a sweep asks for: some seconds of those who fetch the summaries that hot signals wait for. */
const askedAtOnce = 40;
/** What a message of the queue has room for. */
const mostAsked = 200;

/** How a kind of report comes about. */
interface ReportPlan {
  readonly kind: Exclude<ReportKind, 'heartbeat'>;
  readonly times: CronTime;
  /** The times as the mark names them. */
  readonly named: string;
  readonly plan: (slot: number, mark: ReportMark) => Promise<PlannedReport>;
}

/** Creates the recaps and reminders that are due, once it is known what became of their signals. Every route is tried. */
export async function composeReports(
  ports: ComposePorts,
  routes: readonly Route[],
  deadline: number,
): Promise<void> {
  const minute = Math.floor(ports.clock.now() / minuteMs);
  await inParallel(beginElsewhere(routes, minute), 1, async (route) => {
    for (const plan of plansOf(ports, route)) {
      // The next minute begins with another route.
      if (ports.clock.now() + reportMs <= deadline) await composeReport(ports, route, plan);
    }
  });
}

function plansOf(ports: ComposePorts, route: Route): ReportPlan[] {
  const { recap, remind } = route;
  const plans: ReportPlan[] = [];
  if (recap !== undefined) {
    const plan = (slot: number) => planRecap(ports, route, recap, slot);
    plans.push({ kind: 'recap', times: recap, named: nameTimes(recap), plan });
  }
  if (remind !== undefined) {
    const times = reminderTimes(route);
    const plan = (slot: number, { at: since }: ReportMark) =>
      planReminder(ports, route, remind, { since, slot });
    plans.push({ kind: 'reminder', times, named: `${remind.join()} ${nameTimes(times)}`, plan });
  }
  return plans;
}

/** As with a heartbeat, the first times that a route is seen with have not been missed. */
async function composeReport(
  ports: ComposePorts,
  route: Route,
  { kind, times, named, plan }: ReportPlan,
): Promise<void> {
  const { ledger, clock, nextSlot } = ports;
  const item = await ledger.readRoute(route.id);
  const now = clock.now();
  if (item.state === 'DISABLED' || quietUntil(route, now) !== null) return;
  const mark = item[kind];
  const step = { ver: item.ver, report: kind };
  if (mark?.times !== named) {
    await ledger.moveMark(route.id, { ...step, mark: { at: now, times: named } });
    return;
  }
  const slot = dueReport(times, mark, now, nextSlot);
  if (slot === null) return;
  const { sent, write } = await plan(slot, mark);
  const ask = (since: number) => ledger.moveMark(route.id, { ...step, mark: { ...mark, slot, since } });
  const found = await lookUp(ports, { slot, since: lookedUpSince(mark, slot, now), sent, ask });
  if (found === null) return;
  const { content, followed } = await write(found);
  const done = { ...step, mark: { at: slot, times: named }, followed };
  if (content === null) await ledger.moveMark(route.id, done);
  else await freezeReport(ports, route, content, slot, done);
}

interface Wanted extends Pick<PlannedReport, 'sent'> {
  readonly slot: number;
  /** Since when others have asked; null if nobody has. */
  readonly since: number | null;
  /** Stores that somebody asks. False if another composer was faster. */
  readonly ask: (since: number) => Promise<boolean>;
}

/** What became of the signals; null while answers are missing that may still come, for which it asks. */
async function lookUp(
  { ledger, clock, queue }: ComposePorts,
  { slot, since, sent, ask }: Wanted,
): Promise<ReadonlyMap<string, LookedUp> | null> {
  const byBuyer = Map.groupBy(sent, ({ buyerId }) => buyerId);
  const questions = [...byBuyer].map(([buyerId, own]): LookUpRequest => {
    return { buyerId, signalIds: [...new Set(own.map(({ signalId }) => signalId))], askedAt: slot };
  });
  const answers = await inParallel(questions, readsAtOnce, (one) => ledger.readBecame(one));
  const missing = questions.flatMap((one, index) => {
    const signalIds = one.signalIds.filter((signalId) => !answers[index]?.has(signalId));
    return signalIds.length === 0 ? [] : [{ ...one, signalIds: signalIds.slice(0, mostAsked) }];
  });
  const now = clock.now();
  const isOver = since !== null && now - since >= longestLookUpMs;
  if (missing.length === 0 || isOver) return new Map(answers.flatMap((one) => [...one]));
  if (since === null && !(await ask(now))) return null;
  // Others in the next minute: buyers that are never answered must not keep the rest from being asked for.
  const inTurn = beginElsewhere(missing, Math.floor(now / minuteMs) * askedAtOnce);
  await queue('summary').send(inTurn.slice(0, askedAtOnce));
  return null;
}

import { mostListed, type UnnamedReport } from '../../../message/reports/report.ts';
import { toldRowOf } from '../../../message/reports/told-row.ts';
import { isoTime } from '../../../shared/domain/clock.ts';
import { beginElsewhere, inParallel } from '../../../shared/domain/concurrency.ts';
import type { ReportKind } from '../../../shared/domain/digests/delivery.ts';
import { minuteMs } from '../../../shared/domain/duration.ts';
import type { LookedUp, LookUpRequest } from '../../../shared/domain/reports/became.ts';
import {
  dueReport,
  longestLookUpMs,
  lookedUpSince,
  reminderTimes,
} from '../../../shared/domain/reports/due-report.ts';
import { nameTimes } from '../../../shared/domain/reports/heartbeat.ts';
import { bySoonest } from '../../../shared/domain/reports/untouched.ts';
import { quietUntil } from '../../../shared/domain/routes/quiet.ts';
import type { ReportMark } from '../../../shared/domain/routes/round.ts';
import type { CronTime, Route } from '../../../shared/domain/routes/route.ts';
import { readRowAnswers } from '../../lookups/read-row-answers.ts';
import { describeView } from '../digests/describe-slot.ts';
import type { ComposePorts } from '../digests/ports.ts';
import { chooseQuestions } from './choose-questions.ts';
import { freezeReport } from './freeze-report.ts';
import { type PlannedReport, planRecap, planReminder } from './plan-reports.ts';

/** The reading of 90 days takes 300 MB with 100,000 buyers. */
const reportMs = 30_000;

interface ReportPlan {
  readonly kind: Exclude<ReportKind, 'heartbeat'>;
  readonly times: CronTime;
  readonly named: string;
  readonly plan: (slot: number, mark: ReportMark) => Promise<PlannedReport>;
}

/** Creates the reports that are due, once it is known what became of their signals. Every route is tried. */
export async function composeReports(
  ports: ComposePorts,
  routes: readonly Route[],
  { deadline, lastLook = false }: { readonly deadline: number; readonly lastLook?: boolean },
): Promise<void> {
  const minute = Math.floor(ports.clock.now() / minuteMs);
  const questions: (readonly LookUpRequest[])[] = [];
  try {
    await inParallel(beginElsewhere(routes, minute), 1, async (route) => {
      for (const plan of plansOf(ports, route)) {
        // The next minute begins with another route.
        if (ports.clock.now() + reportMs > deadline) continue;
        const own = await composeReport(ports, route, plan, lastLook);
        if (own.length > 0) questions.push(own);
      }
    });
  } finally {
    await ports.queue('summary').send(chooseQuestions(questions, minute));
  }
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
    const plan = (slot: number, mark: ReportMark) => planReminder(ports, route, remind, slot, mark);
    plans.push({ kind: 'reminder', times, named: `${remind.join()} ${nameTimes(times)}`, plan });
  }
  return plans;
}

/** Returns its questions while one is open. The first times that a route is seen with have not been missed. */
async function composeReport(
  ports: ComposePorts,
  route: Route,
  { kind, times, named, plan }: ReportPlan,
  lastLook: boolean,
): Promise<readonly LookUpRequest[]> {
  const { ledger, clock, nextSlot } = ports;
  const item = await ledger.routes.read(route.id);
  const now = clock.now();
  if (item.state === 'DISABLED') return [];
  const mark = item[kind];
  const step = { ver: item.ver, report: kind };
  if (mark?.times !== named) {
    await ledger.routes.moveMark(route.id, { ...step, mark: { at: now, times: named } });
    return [];
  }
  const slot = quietUntil(route, now) === null ? dueReport(route, times, mark, now, nextSlot) : null;
  if (slot === null) return [];
  const planned = await plan(slot, mark);
  const { found, open } = await readRowAnswers(ledger, planned.sent, slot);
  const isOpen = !lastLook && open.some(({ signalIds }) => signalIds.length > 0);
  const since = lookedUpSince(mark, slot, now);
  if (isOpen && (since === null || now - since < longestLookUpMs)) {
    const begun = { ...step, mark: { ...mark, since: now } };
    return since !== null || (await ledger.routes.moveMark(route.id, begun)) ? open : [];
  }
  const content = await writeReport(ports, route, slot, planned, found);
  const done = { ...step, mark: { at: slot, times: named } };
  if (content === null) await ledger.routes.moveMark(route.id, done);
  else await freezeReport(ports, route, content, slot, done);
  return [];
}

/** Null if there is nothing to tell. */
async function writeReport(
  ports: ComposePorts,
  route: Route,
  slot: number,
  { sent, write }: PlannedReport,
  found: ReadonlyMap<string, LookedUp>,
): Promise<UnnamedReport | null> {
  const answers = sent.map(({ signalId }) => found.get(signalId));
  const untouched = answers.flatMap((one) =>
    one?.became === 'new' && one.signal ? [{ signal: one.signal }] : [],
  );
  const view = await describeView(ports, route, untouched, ports.clock.now());
  const rows = bySoonest(untouched.map(({ signal }) => toldRowOf(signal, view)));
  const words = write(answers, rows, ports.clock.now());
  const told = { routeId: route.id, timezone: view.timezone, until: isoTime(slot) };
  return words && { ...words, ...told, signals: words.signals.slice(0, mostListed[words.kind]) };
}

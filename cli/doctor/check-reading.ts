import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { rhythmOf } from '../../shared/domain/health/facts.ts';
import { describeProven, judgeReading } from '../../shared/domain/health/judge-reading.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { needsOf } from '../../view/health/route-needs.ts';
import { readRoutes } from '../../view/health/route-status.ts';
import { type PlaceFlags, suggest } from '../../view/words/suggest.ts';
import { type CheckResult, ok, warning } from './check.ts';

/** Works on the ledger, for reading; null where nothing ever ran. `isRunning`: a process of this machine runs on it. */
export type VisitLedger = <Result>(
  work: (ledger: Ledger | null, isRunning?: boolean) => Promise<Result>,
) => Promise<Result>;

/** Only warns, since it judges the last run: what was wrong then may be corrected by now. */
export function checkReading(
  options: PlaceFlags,
  { watch }: Pick<SignalpostConfig, 'watch'>,
  visit: VisitLedger,
): Promise<CheckResult> {
  const { stage } = options;
  return visit(async (ledger) => {
    const now = systemClock.now();
    const facts = (await ledger?.polls.readProof(watch, now)) ?? null;
    if (facts === null || facts.tickAt === null) {
      const look = stage === undefined ? suggest('preview --fresh', options) : undefined;
      return ok('nothing has run here yet', look);
    }
    const rhythm = rhythmOf(watch, stage !== undefined);
    const unproven = judgeReading(facts, rhythm, now).map(({ text }) => text);
    if (unproven.length === 0) return ok(describeProven(facts, rhythm, now) ?? 'no list was shown yet');
    const again = suggest(stage === undefined ? 'run --once' : 'invoke plan-polls', options);
    return warning(unproven.join('; '), `correct what else is named here, then: ${again}`);
  });
}

const mostTold = 10;

/** What `status` says of the routes, as warnings: a destination that was corrected by now may still be disabled. */
export function checkRoutes(
  options: PlaceFlags,
  routes: readonly Route[],
  visit: VisitLedger,
): Promise<CheckResult> {
  const stage = options.stage === undefined ? null : { name: options.stage };
  return visit(async (ledger, isRunning = false) => {
    if (ledger === null) return ok('nothing has run here yet');
    const now = systemClock.now();
    const statuses = await readRoutes({ ledger, stage, isRunning }, routes, now);
    const needs = statuses.flatMap((status) => needsOf(status, now, options)).map(({ text }) => text);
    if (needs.length === 0) return ok('nothing waits longer than its rules say');
    const more = needs.length > mostTold ? [`and ${needs.length - mostTold} more`] : [];
    return warning(
      [...needs.slice(0, mostTold), ...more].join('; '),
      `${suggest('status', options)} shows each`,
    );
  });
}

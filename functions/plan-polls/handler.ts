import * as v from 'valibot';
import { parseDuration } from '../../shared/domain/duration.ts';
import { isOutOfTime, isPageRefused, UpstreamPausedError } from '../../shared/domain/errors.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import { deadlineOf, type Invocation } from '../../shared/runtime/invocation.ts';
import { readEvent, slotOf } from '../../shared/runtime/read-event.ts';
import type { FunctionPorts } from '../function-ports.ts';
import { createFinder } from './find-buyers.ts';
import { lookAtRows } from './look-at-rows.ts';
import { planPolls } from './plan-polls.ts';
import type { PlanPollsResult } from './ports.ts';
import { judgeFailure, rowPages } from './row-source.ts';

type HandlerPorts = Pick<FunctionPorts, 'config' | 'clock' | 'observe' | 'ledger' | 'api' | 'queue'>;

/**
 * `{"due":true,"slot":"…"}` from the schedule: only due buyers. By hand `{}` or `{"allRows":true}` (see `FindLimits`):
 * every buyer. With `"dryRun":true` lists the buyers that it would poll, as far as known without calling upstream.
 */
const eventSchema = v.looseObject({
  slot: v.optional(v.string()),
  due: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean(), false),
  allRows: v.optional(v.boolean(), false),
});

/** Reserved after reading rows, so that the known buyers are queued in any case: 100,000 of them take about 30 seconds. */
export const sendMs = 60_000;

export function createHandler(ports: HandlerPorts) {
  const { config, clock, observe, ledger, api } = ports;
  const pollQueue = ports.queue('poll');
  const rows = {
    clock,
    judgeFailure,
    rowPages: (query: Parameters<typeof rowPages>[1], deadline: number) => rowPages(api, query, deadline),
  };
  const watched = {
    ...rows,
    isPageRefused,
    isOutOfTime,
    readFirstFullAt: ledger.readFirstFullAt,
    isInRoster: ledger.isInRoster,
    readRosterBuyers: ledger.readRosterBuyers,
    findInRoster: ledger.findInRoster,
    saveRosterBuyer: ledger.saveRosterBuyer,
    rouse: ledger.rouse,
    noteNewcomer: ledger.noteNewcomer,
    dropRosterBuyer: ledger.dropRosterBuyer,
    saveRosterProgress: ledger.saveRosterProgress,
  };
  const watch = {
    ...config.watch,
    everyMs: parseDuration(config.watch.every),
    allEveryMs: parseDuration(config.watch.allEvery),
  };
  return (event: unknown, invocation: Invocation): Promise<PlanPollsResult> => {
    const { slot, due, dryRun, allRows } = readEvent(eventSchema, event);
    const deadline = deadlineOf(invocation, clock) - sendMs;
    return planPolls(
      {
        clock,
        observe,
        watch,
        upstreamProblem,
        openNews: ledger.openNews,
        pauseProblem: async () => {
          const pause = await ledger.readPause(clock.now());
          return pause && new UpstreamPausedError(pause.reason, pause.until).message;
        },
        isProbeDue: () => ledger.isProbeDue(clock.now()),
        askList: async (buyerId) => void (await api.listBuyerSignals({ buyerId, pageSize: 1 }, { deadline })),
        askRows: async (bridgeId) => void (await api.listBridgeRows({ bridgeId, pageSize: 1 }, { deadline })),
        isTokenDoubted: ledger.isTokenDoubted,
        sendPolls: (messages) => pollQueue.send(messages),
        readPollPlan: ledger.readPollPlan,
        savePolled: ledger.savePolled,
        readRestless: ledger.readRestless,
        rouse: ledger.rouse,
        fingerprintOfList: ledger.fingerprintOfList,
        readListed: ledger.readListed,
        saveListed: ledger.saveListed,
        readRoster: ledger.readRoster,
        readRosterBuyers: ledger.readRosterBuyers,
        findInRoster: ledger.findInRoster,
        readTurns: ledger.readTurns,
        findBuyers: (mark, roster, limits) =>
          createFinder(watched, mark, roster, { ...limits, deadline, allRows }),
        lookAtRows: (mark, mostPages) => lookAtRows(rows, mark, { deadline, mostPages }),
      },
      { slot: slotOf(slot, clock.now(), watch.everyMs), due, dryRun },
    );
  };
}

import type { SQSBatchResponse } from 'aws-lambda';
import * as v from 'valibot';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { isOutOfTime, isPageRefused } from '../../shared/domain/errors.ts';
import { sentBridgesOf } from '../../shared/domain/polling/left-out.ts';
import { periodOf } from '../../shared/domain/polling/window.ts';
import type { SummaryRequest } from '../../shared/domain/signals/summary.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import { deadlineOf, handleMessages, type Invocation, isSqsEvent } from '../../shared/runtime/invocation.ts';
import { readEvent } from '../../shared/runtime/read-event.ts';
import { tellFailure } from '../../shared/runtime/tell-failure.ts';
import { askToCompose } from '../ask-to-compose.ts';
import type { FunctionPorts } from '../function-ports.ts';
import { listColumns } from './column-source.ts';
import { pollSignals } from './poll-signals.ts';
import type { PollResult, PollSettings } from './ports.ts';
import { type ReadValuesResult, readAllValues } from './read-values.ts';
import { signalPages } from './signal-source.ts';

type Answer = PollResult | readonly ReadValuesResult[] | SQSBatchResponse;

type HandlerPorts = Pick<FunctionPorts, 'config' | 'clock' | 'observe' | 'ledger' | 'api' | 'queue'>;

/** A message of the poll queue, which names the slot of its tick, or by hand `{"buyerIds":["…"],"dryRun":true}`. */
const eventSchema = v.looseObject({
  slot: v.optional(v.string()),
  // With another spelling of its id a buyer would count as another buyer, whose signals are all new.
  buyerIds: v.array(v.pipe(v.string(), v.uuid(), v.toLowerCase())),
  dryRun: v.optional(v.boolean(), false),
  whole: v.optional(v.boolean(), false),
  notNamedAt: v.optional(v.number()),
  evenResting: v.optional(v.boolean()),
  // Only reads the values again that their undecided signals wait for.
  values: v.optional(v.boolean(), false),
});

export function createHandler(ports: HandlerPorts) {
  const { clock, observe, ledger, api } = ports;
  const summaryQueue = ports.queue('summary');
  const exceptBuyers = new Set(ports.config.watch.except?.buyers);
  const useCase = {
    clock,
    observe,
    upstreamProblem,
    cutOffs: {
      isOutOfTime,
      isPageRefused,
      readCutOff: ledger.readCutOff,
      saveCutOff: ledger.saveCutOff,
      dropCutOff: ledger.dropCutOff,
    },
    plan: {
      learnBridges: ledger.learnBridges,
      setCalm: ledger.setCalm,
      readStanding: ledger.readStanding,
      saveRefusal: ledger.saveRefusal,
      readBridgeMark: ledger.readBridgeMark,
      distrustRows: ledger.distrustRows,
    },
    columns: {
      read: ledger.readColumns,
      beginLearning: ledger.beginLearning,
      list: (bridgeId: string, deadline: number) => listColumns(api, bridgeId, deadline),
      save: ledger.saveColumns,
    },
    undecided: {
      awaitValues: ledger.awaitValues,
      readValueWait: ledger.readValueWait,
      beginReading: ledger.beginReading,
      readUndecided: ledger.readUndecided,
      settle: ledger.settle,
    },
    settings: settingsOf(ports.config),
    signalPages: (query: Parameters<typeof signalPages>[1], deadline: number) =>
      signalPages(api, query, deadline),
    readBuyer: ledger.readBuyer,
    fingerprintOf: ledger.fingerprintOf,
    completeScan: ledger.completeScan,
    beginBaseline: ledger.beginBaseline,
    readNewsSince: ledger.readNewsSince,
    findKnown: ledger.findKnown,
    record: ledger.record,
    batchSignals: ledger.batchSignals,
    recordTogether: ledger.recordTogether,
    requestSummary: ledger.requestSummary,
    askToCompose: () => askToCompose(ports),
    sendSummaryRequests: (messages: readonly SummaryRequest[]) => summaryQueue.send(messages),
  };
  return async (event: unknown, invocation: Invocation): Promise<Answer> => {
    const poll = (request: unknown, { byHand = false, receives = 1 } = {}): Promise<Answer> => {
      const { evenResting = byHand, values, ...asked } = readEvent(eventSchema, request);
      // A message can be older than the config that excludes its buyer.
      const watched = asked.buyerIds.filter((buyerId) => !exceptBuyers.has(buyerId));
      const inTurn = receives > 1;
      const buyerIds = inTurn ? beginElsewhere(watched, receives) : watched;
      const deadline = deadlineOf(invocation, clock);
      if (values && !asked.dryRun) return readAllValues(useCase, { ...asked, buyerIds, inTurn, deadline });
      return pollSignals(useCase, { ...asked, buyerIds, inTurn, evenResting, deadline });
    };
    return isSqsEvent(event)
      ? handleMessages(
          event,
          invocation,
          (message, receives) => poll(message, { receives }),
          tellFailure(observe, 'poll-signals'),
        )
      : poll(event, { byHand: true });
  };
}

/** One buyer that ends the process at each try must not hide those behind it each time. */
function beginElsewhere(buyerIds: readonly string[], receives: number): readonly string[] {
  const first = (3 * receives) % Math.max(1, buyerIds.length);
  return [...buyerIds.slice(first), ...buyerIds.slice(0, first)];
}

function settingsOf({ routes, routing, hot, watch, summaries }: SignalpostConfig): PollSettings {
  const { firstRun } = watch;
  return {
    routes,
    routing,
    hot,
    firstRun: typeof firstRun === 'object' ? { sendLast: periodOf(firstRun.sendLast) } : firstRun,
    summaryWaitMs: parseDuration(summaries.waitAtMost),
    ...sentBridgesOf(watch),
  };
}

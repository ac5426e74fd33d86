import type { SQSBatchResponse } from 'aws-lambda';
import * as v from 'valibot';
import type { BridgeApi } from '../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { Clock } from '../../shared/domain/clock.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { isOutOfTime, isPageRefused } from '../../shared/domain/errors.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import { periodOf } from '../../shared/domain/polling/window.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { cloudBridgeApi } from '../../shared/runtime/cloud/bridge-api.ts';
import { cloudConfig } from '../../shared/runtime/cloud/config.ts';
import { lambdaEntry } from '../../shared/runtime/cloud/lambda-entry.ts';
import { cloudLedger } from '../../shared/runtime/cloud/ledger.ts';
import { cloudQueue } from '../../shared/runtime/cloud/queue.ts';
import { deadlineOf, handleMessages, type Invocation, isSqsEvent } from '../../shared/runtime/invocation.ts';
import type { Queue } from '../../shared/runtime/queue.ts';
import { readEvent } from '../../shared/runtime/read-event.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { tellFailure } from '../../shared/runtime/tell-failure.ts';
import { upstreamProblem } from '../../shared/runtime/upstream-problem.ts';
import { pollSignals } from './poll-signals.ts';
import type { PollResult, PollSettings } from './ports.ts';
import { signalPages } from './signal-source.ts';

export interface HandlerPorts {
  readonly config: SignalpostConfig;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly ledger: Ledger;
  readonly api: BridgeApi;
  readonly summaryQueue: Queue<{ readonly buyerId: string }>;
}

/** A message of the poll queue, which names the slot of its tick, or by hand `{"buyerIds":["…"],"dryRun":true}`. */
const eventSchema = v.looseObject({
  slot: v.optional(v.string()),
  // By another spelling of its id a buyer would be another one, to whom everything is new.
  buyerIds: v.array(v.pipe(v.string(), v.uuid(), v.toLowerCase())),
  dryRun: v.optional(v.boolean(), false),
  whole: v.optional(v.boolean(), false),
  notNamedAt: v.optional(v.number()),
  evenResting: v.optional(v.boolean()),
});

export function createHandler(ports: HandlerPorts) {
  const { clock, observe, ledger, api } = ports;
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
    settings: settingsOf(ports.config),
    signalPages: (query: Parameters<typeof signalPages>[1], deadline: number) =>
      signalPages(api, query, deadline),
    readBuyer: ledger.readBuyer,
    fingerprintOf: ledger.fingerprintOf,
    completeScan: ledger.completeScan,
    beginBaseline: ledger.beginBaseline,
    readNewsSince: ledger.readNewsSince,
    isKnown: ledger.isKnown,
    record: ledger.record,
    requestSummary: ledger.requestSummary,
    sendSummaryRequests: (messages: readonly { readonly buyerId: string }[]) =>
      ports.summaryQueue.send(messages),
  };
  return async (event: unknown, invocation: Invocation): Promise<PollResult | SQSBatchResponse> => {
    const poll = (request: unknown, byHand = false): Promise<PollResult> => {
      const { evenResting = byHand, ...asked } = readEvent(eventSchema, request);
      // A message can be older than the config that leaves its buyer out.
      const buyerIds = asked.buyerIds.filter((buyerId) => !exceptBuyers.has(buyerId));
      const deadline = deadlineOf(invocation, clock);
      return pollSignals(useCase, { ...asked, buyerIds, evenResting, deadline });
    };
    return isSqsEvent(event)
      ? handleMessages(event, invocation, (message) => poll(message), tellFailure(observe, 'poll-signals'))
      : poll(event, true);
  };
}

function settingsOf({ routes, hot, watch, summaries }: SignalpostConfig): PollSettings {
  const { firstRun } = watch;
  return {
    routes,
    hot,
    firstRun: typeof firstRun === 'object' ? { sendLast: periodOf(firstRun.sendLast) } : firstRun,
    summaryWaitMs: parseDuration(summaries.waitAtMost),
    exceptBridges: new Set(watch.except?.bridges),
  };
}

export const handler = lambdaEntry('poll-signals', async (observe, tallyInto) => {
  const config = await cloudConfig();
  const ledger = cloudLedger();
  tallyInto(ledger);
  return createHandler({
    config,
    clock: systemClock,
    observe,
    ledger,
    api: cloudBridgeApi(config, observe, ledger),
    summaryQueue: cloudQueue('summary'),
  });
});

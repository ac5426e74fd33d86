import type { SQSBatchResponse } from 'aws-lambda';
import * as v from 'valibot';
import { parseDuration } from '../../shared/domain/duration.ts';
import { deadlineOf, handleMessages, type Invocation, isSqsEvent } from '../../shared/runtime/invocation.ts';
import { readEvent } from '../../shared/runtime/read-event.ts';
import { tellFailure } from '../../shared/runtime/tell-failure.ts';
import { upstreamProblem } from '../../shared/runtime/upstream-problem.ts';
import { createComposeAsker } from '../ask-to-compose.ts';
import type { FunctionPorts } from '../function-ports.ts';
import { type FetchSummariesResult, fetchSummaries } from './fetch-summaries.ts';
import { getSummary } from './summary-source.ts';

type HandlerPorts = Pick<
  FunctionPorts,
  'config' | 'clock' | 'random' | 'observe' | 'ledger' | 'api' | 'queue'
>;

/** In lower case, as in the ledger. */
const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase());
const messageSchema = v.looseObject({ buyerId: uuid });
/** By hand: `{"buyerIds":["…"]}`, or `{}` for the due summaries; `"dryRun":true` only lists them. */
const eventSchema = v.looseObject({
  buyerIds: v.optional(v.array(uuid)),
  dryRun: v.optional(v.boolean(), false),
});

type Answer = FetchSummariesResult | { readonly wouldFetch: readonly string[] } | SQSBatchResponse;

export function createHandler(ports: HandlerPorts) {
  const { clock, observe, ledger, api } = ports;
  const useCase = {
    clock,
    random: ports.random,
    observe,
    upstreamProblem,
    summaryWaitMs: parseDuration(ports.config.summaries.waitAtMost),
    getSummary: (buyerId: string, deadline: number) => getSummary(api, buyerId, deadline),
    requestSummary: ledger.requestSummary,
    claimSummary: ledger.claimSummary,
    settleSummary: ledger.settleSummary,
    askToCompose: createComposeAsker(ports),
  };
  return async (event: unknown, invocation: Invocation): Promise<Answer> => {
    const deadline = deadlineOf(invocation, clock);
    if (!isSqsEvent(event)) {
      const { buyerIds, dryRun } = readEvent(eventSchema, event);
      const wanted = buyerIds !== undefined;
      const chosen = buyerIds ?? (await ledger.listDue(clock.now())).summaries;
      if (dryRun) return { wouldFetch: chosen };
      return fetchSummaries(useCase, { buyerIds: chosen, wanted, deadline });
    }
    const work = (message: unknown): Promise<FetchSummariesResult> => {
      const { buyerId } = readEvent(messageSchema, message);
      return fetchSummaries(useCase, { buyerIds: [buyerId], wanted: false, deadline });
    };
    return handleMessages(event, invocation, work, tellFailure(observe, 'fetch-summaries'));
  };
}

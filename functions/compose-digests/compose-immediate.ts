import type { Clock } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { partMs } from './check-time.ts';
import type { ComposeRequest, ComposeResult } from './compose-digests.ts';

export interface ComposeImmediatePorts {
  readonly clock: Clock;
  readonly routes: readonly Route[];
  readonly compose: (request: ComposeRequest) => Promise<ComposeResult>;
}

const minuteMs = 60_000;
/** A smaller share might begin no part of a digest, and send nothing. */
const leastShareMs = 2 * partMs;

/**
 * Composes every route that sends immediately, one after the other: a schedule for each would take as many concurrent
 * executions each minute, of ten that a new account has. Every route is tried, and has its share of the time. The next
 * minute begins with another one, so that a few with large backlogs can't always be the first.
 */
export async function composeImmediate(
  { clock, routes, compose }: ComposeImmediatePorts,
  request: Pick<ComposeRequest, 'slot' | 'dryRun' | 'deadline'>,
): Promise<ComposeResult[]> {
  const immediate = routes.filter(({ when }) => when === 'immediately');
  const first = Math.floor(Date.parse(request.slot) / minuteMs) % immediate.length;
  const inTurn = [...immediate.slice(first), ...immediate.slice(0, first)];
  let left = inTurn.length;
  return inParallel(inTurn, 1, (route) => {
    const now = clock.now();
    const share = Math.max((request.deadline - now) / left, leastShareMs);
    left -= 1;
    const deadline = Math.min(now + share, request.deadline);
    return compose({ ...request, route, seenUntil: Number.POSITIVE_INFINITY, deadline });
  });
}

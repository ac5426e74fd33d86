import { inParallel } from '../../shared/domain/concurrency.ts';
import { partMs } from './check-time.ts';
import { type ComposeRequest, type ComposeResult, composeDigests } from './compose-digests.ts';
import type { ComposePorts } from './ports.ts';

const minuteMs = 60_000;
/** A smaller share might begin no part of a digest, and send nothing. */
const leastShareMs = 2 * partMs;

/**
 * Composes every route that sends immediately, one after the other: a schedule for each would take as many concurrent
 * executions each minute, of ten that a new account has. Every route is tried, and has its share of the time. The next
 * minute begins with another one, so that a few with large backlogs can't always be the first.
 */
export async function composeImmediate(
  ports: ComposePorts,
  request: Pick<ComposeRequest, 'slot' | 'dryRun' | 'deadline'>,
): Promise<ComposeResult[]> {
  const immediate = ports.config.routes.filter(({ when }) => when === 'immediately');
  const first = Math.floor(Date.parse(request.slot) / minuteMs) % immediate.length;
  const inTurn = [...immediate.slice(first), ...immediate.slice(0, first)];
  let left = inTurn.length;
  return inParallel(inTurn, 1, (route) => {
    const now = ports.clock.now();
    const share = Math.max((request.deadline - now) / left, leastShareMs);
    left -= 1;
    const deadline = Math.min(now + share, request.deadline);
    return composeDigests(ports, { ...request, route, seenUntil: Number.POSITIVE_INFINITY, deadline });
  });
}

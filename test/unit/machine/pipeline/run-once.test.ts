import { expect, it } from 'vitest';
import { createHandler } from '../../../../functions/compose-digests/handler.ts';
import type { FunctionName } from '../../../../functions/wiring.ts';
import type { Pipeline } from '../../../../machine/pipeline/pipeline.ts';
import { queuesOfRunOnce, runOnce } from '../../../../machine/pipeline/run-once.ts';
import { HttpStatusError } from '../../../../shared/domain/errors.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { openReports } from '../../../support/functions/open-reports.ts';

const hour = 3_600_000;
const day = 24 * hour;
const eight = Date.parse('2026-11-23T08:00:00Z');
const route: Route = { ...immediateRoute, remind: ['7 days'] };

/** A run each night, whose other functions do nothing. */
function openNights() {
  const bench = openReports(route, { isLasting: queuesOfRunOnce.isLasting });
  const compose = createHandler(bench.ports);
  const idle = { drain: async () => undefined, waiting: () => 0, underWay: () => 0 };
  const summary = { ...idle, drain: bench.answer, waiting: () => bench.queued.summary.length };
  const pipeline = {
    ...bench.ports,
    queues: { of: { poll: idle, delivery: idle, summary } },
    invoke: async (name: FunctionName, event: unknown) =>
      name === 'compose-digests' ? compose(event, { getRemainingTimeInMillis: () => 120_000 }) : undefined,
  } as unknown as Pipeline;
  const night = async (at: number) => {
    bench.time.now = at;
    const before = bench.reports().length;
    await runOnce(pipeline, { due: true });
    return bench.reports().slice(before);
  };
  return { ...bench, night };
}

it.each<[string, Error | null, object]>([
  ['can be read', null, { untouched: 1, unknown: 0 }],
  ['fail for good', new HttpStatusError(500, 'the service answered 500'), { untouched: 0, unknown: 1 }],
])('nightly runs create a reminder once where the lists of a buyer %s', async (_, failure, told) => {
  const { rows, send, service, night } = openNights();
  rows.set(1, { statuses: ['New'], columns: { 'Due Date': '2026-12-05' } });
  await night(eight);
  await send(eight + hour, [1]);
  service.failure = failure;
  const reminders = [];
  for (let days = 1; days < 9; days += 1) reminders.push(...(await night(eight + days * day - 6 * hour)));
  expect(reminders).toMatchObject([{ type: 'reminder.created', data: told }]);
});

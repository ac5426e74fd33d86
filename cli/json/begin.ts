import * as v from 'valibot';
import { count, flag, text, textOrNull, texts, told } from './fields.ts';

/** What the commands of "begin" print with `--json`. */
export const beginOutputs = {
  init: v.object({
    config: told(text, 'The file that was written.'),
    kept: told(textOrNull, 'Where the example was moved that stood in its place.'),
    variables: told(
      v.array(v.object({ name: text, holds: text })),
      'The secrets that the environment or `.env` must have.',
    ),
    next: told(text, 'The command to run next.'),
  }),
  start: v.object({
    page: told(text, "The page's address. It runs until the process ends."),
    token: told(textOrNull, 'What the page asks for before it changes anything.'),
    addresses: told(v.record(text, text), 'The other addresses, by what is there.'),
    state: told(text, 'The directory that keeps the state.'),
  }),
  run: told(
    v.object({
      buyersPolled: count,
      signalsRecorded: count,
      signalsNotSent: told(count, 'Recorded and not sent, because of `watch.firstRun`.'),
      hotSignals: count,
      summariesFetched: count,
      digestsDelivered: count,
      digestsPending: told(count, 'Created and not delivered.'),
      signalsWaiting: told(count, 'In no digest yet.'),
      upstreamRequests: count,
      notices: texts,
      failures: told(texts, 'The command exits with 1 if there is one.'),
    }),
    'Printed at the end.',
  ),
  sandbox: v.object({
    url: text,
    token: told(text, 'The access token that the sandbox accepts.'),
    world: told(text, 'The address that lists its buyers and bridges.'),
  }),
  doctor: v.object({
    stage: told(textOrNull, 'null on one machine.'),
    well: told(flag, 'Whether no check is missing or failed.'),
    checks: v.array(
      v.object({
        check: text,
        state: told(
          v.picklist(['ok', 'warning', 'missing', 'failed', 'skipped']),
          '`warning`: it may be intended. `skipped`: a check that must pass first did not.',
        ),
        found: text,
        fix: v.exactOptional(told(text, 'Absent if there is nothing to fix.')),
        next: v.exactOptional(told(text, 'The command to run next if all checks passed.')),
      }),
    ),
  }),
  test: v.object({
    routeId: text,
    testId: text,
    place: told(text, 'Where it was sent.'),
    delivered: told(flag, 'The command exits with 1 if not.'),
    reason: told(text, "The destination's answer, or why there is none."),
  }),
};

import type { Command } from 'commander';
import { destinationOf } from '../../shared/destinations/destinations.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import type { AttemptOutcome } from '../../shared/domain/digests/attempt.ts';
import { SecretUnavailableError } from '../../shared/domain/errors.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { Secrets } from '../../shared/runtime/secrets.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { printJson } from '../json/print-json.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { localSecrets } from '../own-config.ts';
import { findRoute, withLedger } from '../with-ledger.ts';

export function addTestCommand(program: Command): void {
  addPlaceOptions(program.command('test'))
    .description('send one sample to a route, marked as a test, and show what its destination answers')
    .argument('<route>', "the route's id")
    .action(test);
}

async function test(id: string, options: PlaceOptions): Promise<void> {
  const { route, permitLocal } = await withLedger(options, async (chosen) => ({
    route: await findRoute(chosen, id),
    permitLocal: (await chosen.readConfig()).local,
  }));
  const now = systemClock.now();
  const testId = `test_${now}`;
  const { renderTest, tellPlace } = destinationOf(route.to);
  const body = renderTest({ id: testId, routeId: id, at: isoTime(now) });
  const outcome = await withSecrets(options, (secrets) =>
    send(route, { testId, body, secrets, permitLocal }),
  );
  const isTaken = outcome.outcome === 'delivered';
  const { reason } = outcome;
  if (!isTaken) process.exitCode = 1;
  const place = tellPlace(route.to);
  if (options.json) printJson('test', { routeId: id, testId, place, delivered: isTaken, reason });
  else if (isTaken) console.log(`route ${id}: the test was sent to ${place}: ${reason}.`);
  if (!isTaken) console.error(`signalpost: route ${id}: the test was not delivered to ${place}: ${reason}`);
}

interface Sample {
  readonly testId: string;
  readonly body: string;
  readonly secrets: Secrets;
  readonly permitLocal: boolean;
}

/** As a digest is sent, with one attempt. */
async function send({ to }: Route, { testId, body, secrets, permitLocal }: Sample): Promise<AttemptOutcome> {
  const [{ createSender }, { createHttpPost }] = await Promise.all([
    import('../../shared/destinations/sender.ts'),
    import('../../shared/destinations/http-post.ts'),
  ]);
  const sender = createSender({
    post: createHttpPost(),
    secret: secrets.get,
    clock: systemClock,
    permitLocal,
  });
  return sender.send({ digestId: testId, body, to });
}

async function withSecrets<Result>(
  options: PlaceOptions,
  work: (secrets: Secrets) => Promise<Result>,
): Promise<Result> {
  const { stage } = options;
  if (stage === undefined) return work(localSecrets(options));
  const { openStageSecrets } = await import('../aws/stage-secrets.ts');
  const secrets = openStageSecrets(stage);
  try {
    return await work({
      async get(name) {
        const value = await secrets.read(name);
        if (value !== null) return value;
        throw new SecretUnavailableError(
          `the secret ${name} is not in Secrets Manager; set it: signalpost secrets set ${name} --stage ${stage}`,
        );
      },
    });
  } finally {
    secrets.close();
  }
}

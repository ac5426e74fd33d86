import type { Command } from 'commander';
import { destinationOf } from '../../message/destinations.ts';
import { exampleDigestBody } from '../../shared/config/example-bodies.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, type PlaceOptions } from '../input/options.ts';
import { openSecretPlace } from '../open/secret-place.ts';
import { findRoute, withLedger } from '../open/with-ledger.ts';

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('test'))
    .description('send one sample to a route, marked as a test, and show what its destination answers')
    .argument('<route>', "the route's id")
    .action(test);
}

async function test(id: string, options: PlaceOptions): Promise<void> {
  const { to, permitLocal } = await withLedger(options, async (chosen) => {
    return { to: (await findRoute(chosen, id)).to, permitLocal: (await chosen.readConfig()).local };
  });
  // Imported here: a help text or an error about a flag must not wait for them.
  const [{ createSender }, { createHttpPost }] = await Promise.all([
    import('../../message/sender.ts'),
    import('../../message/send/http-post.ts'),
  ]);
  const now = systemClock.now();
  const testId = `test_${now}`;
  const { renderTest, tellPlace } = destinationOf(to);
  const notice = { id: testId, routeId: id, at: isoTime(now), sample: exampleDigestBody.data };
  const body = renderTest(notice, to);
  // A test is sent as a digest is, with one attempt.
  const secrets = await openSecretPlace(options);
  const secret = (name: string) => secrets.read({ name, scopes: ['destinations'] });
  const sender = createSender({ post: createHttpPost(), secret, clock: systemClock, permitLocal });
  const { outcome, reason } = await sender.send({ digestId: testId, body, to });
  const delivered = outcome === 'delivered';
  const place = tellPlace(to);
  if (!delivered) process.exitCode = 1;
  if (options.json) console.log(JSON.stringify({ routeId: id, testId, place, delivered, reason }));
  else if (delivered) console.log(`route ${id}: the test was sent to ${place}: ${reason}.`);
  if (!delivered) console.error(`signalpost: route ${id}: the test was not delivered to ${place}: ${reason}`);
}

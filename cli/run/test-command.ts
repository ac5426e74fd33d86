import type { Command } from 'commander';
import { destinationOf } from '../../message/destinations.ts';
import type { HttpPost, PostAnswer } from '../../message/send/http-post.ts';
import { exampleDigestBody } from '../../shared/config/example-bodies.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { hasTemplate } from '../../shared/domain/routes/route.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { openSecretPlace } from '../open/secret-place.ts';
import { findRoute, withLedger } from '../open/with-ledger.ts';
import { quoteAnswer } from './quote-answer.ts';

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
  const { renderTest, formatBody, formatPlace } = destinationOf(to);
  const notice = { id: testId, routeId: id, at: isoTime(now), sample: exampleDigestBody.data };
  const body = renderTest(notice, to);
  // A test is sent as a digest is, with one attempt.
  const secrets = await openSecretPlace(options);
  const read: string[] = [];
  const secret = async (name: string) => {
    const value = await secrets.read({ name, scopes: ['destinations'] });
    read.push(value.trim());
    return value;
  };
  const send = createHttpPost();
  const answers: PostAnswer[] = [];
  const post: HttpPost = async (request) => {
    const answer = await send(request);
    answers.push(answer);
    return answer;
  };
  const sender = createSender({ post, secret, clock: systemClock, permitLocal });
  const { outcome, reason } = await sender.send({ digestId: testId, body, to });
  const delivered = outcome === 'delivered';
  const place = formatPlace(to);
  const [refusal] = delivered || to.type !== 'webhook' ? [] : answers;
  const answer = refusal ? quoteAnswer(refusal, read) : null;
  const rendered = hasTemplate(to) ? body : null;
  const lines = [
    rendered && formatBody(rendered),
    delivered && `route ${id}: the test was sent to ${place}: ${reason}.`,
    answer && `The webhook said: ${answer}`,
  ].filter((line) => typeof line === 'string');
  const report = {
    routeId: id,
    testId,
    place,
    body: rendered && JSON.parse(rendered),
    delivered,
    reason,
    answer,
  };
  print(options, report, lines);
  if (!delivered) process.exitCode = 1;
  if (!delivered) console.error(`signalpost: route ${id}: the test was not delivered to ${place}: ${reason}`);
}

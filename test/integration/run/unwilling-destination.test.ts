import { expect, it } from 'vitest';
import { countsOf, startRunBench } from '../../support/commands/run-bench.ts';
import { startReceiver } from '../../support/destinations/receiver.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { expectCivil, secretPath, sentences } from '../../support/time/civil.ts';

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 60 }));

it('keeps a message that Slack can not read until a resend, and delivers it then', async () => {
  let answer = { status: 400, body: 'invalid_payload' };
  const slack = await startReceiver({ answers: () => answer });
  const env = { SLACK_WEBHOOK_URL: `${slack.url}/T00/B00/${secretPath}` };
  const alone = bench.newState();
  alone.configure({
    watch: { buyers: bench.buyerIds.slice(0, 1), firstRun: 'send-all' },
    routes: [
      {
        id: 'sales',
        when: { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' },
        to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
      },
    ],
  });

  const dead = await alone.run(['run', '--once', '--now', '--json'], env);
  const attempts = slack.requests.length;
  const again = await alone.run(['run', '--once', '--json'], env);
  const attemptsAgain = slack.requests.length - attempts;
  answer = { status: 200, body: 'ok' };
  const resent = await alone.run(['resend', 'sales', '--json']);
  const sent = await alone.run(['run', '--once', '--json'], env);
  await slack.close();

  expect(dead.exitCode).toBe(1);
  expect(sentences(dead)).toEqual([
    expect.stringMatching(/route sales: .*invalid_payload\) and sent again as plain text/),
    expect.stringMatching(
      /route sales: a digest failed for good: .*invalid_payload; .* signalpost -- resend sales/,
    ),
    expect.stringMatching(
      /route sales: \d+ digests? failed for good \(.*invalid_payload.*\): npm run -s signalpost -- resend sales --config config.json --state state$/,
    ),
  ]);
  expectCivil(dead);
  const digests = countsOf(dead).digestsPending;
  expect(digests).toBeGreaterThan(0);
  expect(attempts).toBeGreaterThanOrEqual(digests);
  expect(attemptsAgain).toBe(0);
  expect(again.exitCode).toBe(1);
  expect(sentences(again)).toEqual(sentences(dead).slice(-1));
  expect(JSON.parse(again.stdout).failures).toEqual(
    sentences(again).map((line) => line.replace('signalpost: ', '')),
  );
  expect(countsOf(again)).toMatchObject({ digestsDelivered: 0, digestsPending: digests });
  expect(JSON.parse(resent.stdout)).toMatchObject({ routeId: 'sales', digests, signals: 0 });
  expect(sent.exitCode, sent.stderr).toBe(0);
  expect(countsOf(sent)).toMatchObject({ digestsDelivered: digests, digestsPending: 0 });
  const bodies = slack.requests.map(({ body }) => body);
  expect(bodies.slice(attempts)).toHaveLength(digests);
  for (const body of bodies.slice(attempts)) expect(bodies.slice(0, attempts)).toContain(body);
});

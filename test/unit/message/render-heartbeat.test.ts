import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../message/destinations.ts';
import { describeHeartbeat } from '../../../message/reports/describe-heartbeat.ts';
import { shortId } from '../../../shared/domain/digests/digest-id.ts';
import { schemaFaults as faults } from '../../support/destinations/digest-schema.ts';
import { exampleHeartbeat } from '../../support/examples/example-heartbeat.ts';
import { cardIn, findCardProblems, linesOf } from './adaptive-card.ts';
import { textIn } from './read-message.ts';

const most = { nextAt: '2026-11-27T08:00:00.000Z', muted: 1_000_000, held: 1_000_000, undelivered: 50 };

const read = 'since Tue 10:00 AM UTC from 100 buyers, all read since 2:00 AM UTC';

it.each([
  [{}, `Nothing new ${read}.`],
  [{ since: null }, 'Nothing new so far from 100 buyers, all read since 2:00 AM UTC.'],
  [
    { unread: 3 },
    "Nothing new since Tue 10:00 AM UTC from 97 of 100 buyers, all read since 2:00 AM UTC; 3 can't be read.",
  ],
  [
    { awaySince: '2026-11-20T08:00:00.000Z', held: 1 },
    "No news is known: most buyers' lists could not be read since Fri 8:00 AM UTC. 1 signal waits: too many came at once.",
  ],
  [
    { since: '2026-06-02T10:00:00.000Z', timezone: 'America/New_York' },
    'Nothing new since Jun 2, 6:00 AM EDT from 100 buyers, all read since Fri 9:00 PM EST.',
  ],
  [{ held: 1 }, `Nothing new ${read}. 1 signal waits: too many came at once.`],
  [{ muted: 12 }, `Nothing sent ${read}. 12 signals are muted.`],
  [{ nextAt: most.nextAt }, `Nothing sent ${read}. New signals wait for Fri 8:00 AM UTC.`],
  [{ undelivered: 1 }, `1 digest could not be delivered; nothing else new ${read}.`],
  [
    { undelivered: 2, awaySince: '2026-11-20T08:00:00.000Z' },
    "2 digests could not be delivered; no news is known: most buyers' lists could not be read since Fri 8:00 AM UTC.",
  ],
  [
    { undelivered: 50, muted: 1 },
    `At least 50 digests could not be delivered; nothing else sent ${read}. 1 signal is muted.`,
  ],
])(
  'a heartbeat says since when nothing was sent, how much was read, and what waits: %j',
  (over, sentence) => {
    expect(describeHeartbeat(exampleHeartbeat(over)).replaceAll('\u00a0', ' ')).toBe(sentence);
  },
);

describe('a heartbeat as a webhook body', () => {
  const render = (over: Parameters<typeof exampleHeartbeat>[0]) =>
    JSON.parse(rendererFor('webhook').renderReport(exampleHeartbeat(over)).body);

  it('is its content and the sentence, valid against the published schema, which describes each field', () => {
    const { timezone: _, kind: __, ...content } = exampleHeartbeat(most);
    const body = render(most);
    expect(body).toEqual({
      type: 'heartbeat.created',
      timestamp: content.until,
      data: { version: 1, ...content, sentence: describeHeartbeat(exampleHeartbeat(most)) },
    });
    expect(faults(body)).toEqual([]);
    expect(faults(render({ since: null, awaySince: most.nextAt }))).toEqual([]);
    const { held: _held, ...rest } = body.data;
    expect(faults({ ...body, data: rest })).not.toEqual([]);
  });
});

it('is a sentence and one line beneath it to people, with its time and its id', () => {
  const content = exampleHeartbeat({ ...most, routeId: 'x'.repeat(200) });
  const lines = [
    describeHeartbeat(content),
    `${'x'.repeat(63)}… · heartbeat of Sat 8:00 AM, UTC · id ${shortId(content.digestId)}`,
  ];
  const [slack, teams] = [rendererFor('slack'), rendererFor('teams')];
  const card = cardIn(teams.renderReport(content).body);

  const { blocks, ...message } = JSON.parse(slack.renderReport(content).body);
  expect(message).toEqual({ text: lines[0], unfurl_links: false, unfurl_media: false });
  expect(blocks.map((block: { type: string }) => [block.type, textIn(block)])).toEqual([
    ['rich_text', lines[0]],
    ['context', lines[1]],
  ]);
  expect(JSON.parse(slack.renderReport(content).plainBody ?? '').text.split('\n\n')).toEqual(lines);
  expect([linesOf(card.body), findCardProblems(card)]).toEqual([lines, []]);
});

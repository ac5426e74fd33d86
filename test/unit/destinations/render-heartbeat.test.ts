import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../shared/destinations/destinations.ts';
import { shortId } from '../../../shared/domain/digests/digest-id.ts';
import { tallyNames } from '../../../shared/domain/tally.ts';
import { fitsBody } from '../../support/destinations/fits-body.ts';
import { exampleCounts, exampleHeartbeat } from '../../support/examples/example-heartbeat.ts';

const published = JSON.parse(
  readFileSync(new URL('../../../docs/heartbeat.schema.json', import.meta.url), 'utf8'),
);
// The published schema lets fields be added; here every field that is sent must be described in it.
const { data } = published.properties;
const closed = {
  ...published,
  additionalProperties: false,
  properties: { ...published.properties, data: { ...data, additionalProperties: false } },
};
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
formats.default(ajv);
const validate = ajv.compile(closed);
const faults = (body: unknown) => (validate(body) ? [] : validate.errors);

const every = Object.fromEntries(tallyNames.map((name, index) => [name, index + 1]));

describe('a heartbeat as a webhook body', () => {
  const render = (over: Parameters<typeof exampleHeartbeat>[0] = {}) =>
    JSON.parse(rendererFor('webhook').renderHeartbeat(exampleHeartbeat(over)));

  it('carries its type, its period, the counts and the sentence', () => {
    expect(render()).toMatchObject({
      type: 'heartbeat.created',
      timestamp: '2026-11-21T08:00:00.000Z',
      data: {
        digestId: `msg_${'a'.repeat(52)}`,
        routeId: 'sales',
        from: '2026-11-14T08:00:00.000Z',
        until: '2026-11-21T08:00:00.000Z',
        quietSince: '2026-11-17T10:00:00.000Z',
        polls: 672,
        newSignals: 41,
        hotSignals: 6,
        failures: 0,
        throttles: 3,
        sentence: 'Polled 672 times, 41 new signals, 6 hot, 0 failures, 3 throttles, quiet since Tuesday.',
      },
    });
  });

  it('is valid against the published schema, which describes each of its fields', () => {
    expect(faults(render())).toEqual([]);
    expect(faults(render({ quietSince: null, counts: exampleCounts(every) }))).toEqual([]);
    expect(Object.keys(render().data)).toEqual(data.required);
  });

  it('tells every count that is kept', () => {
    expect(render({ counts: exampleCounts(every) }).data).toMatchObject(every);
  });

  it('is refused by the schema when something is missing or unknown', () => {
    const { polls: _, ...rest } = render().data;
    expect(faults({ ...render(), data: rest })).not.toEqual([]);
    expect(faults({ ...render(), data: { ...render().data, more: 1 } })).not.toEqual([]);
  });
});

describe('a heartbeat in Slack', () => {
  const slack = rendererFor('slack');
  const message = JSON.parse(slack.renderHeartbeat(exampleHeartbeat()));
  const sentence = 'Polled 672 times, 41 new signals, 6 hot, 0 failures, 3 throttles, quiet since Tuesday.';

  it('is its sentence and one line beneath, with the period and its id', () => {
    expect(message).toEqual({
      text: sentence,
      blocks: [
        {
          type: 'rich_text',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: sentence }] }],
        },
        {
          type: 'context',
          elements: [
            {
              type: 'plain_text',
              text: 'sales · heartbeat · 14 November 08:00 to 21 November 08:00 (UTC) · id aaaaaaaa',
            },
          ],
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it('fits, whatever was counted, and ends in its id', () => {
    const content = exampleHeartbeat({ counts: exampleCounts(every), routeId: 'x'.repeat(200) });
    const body = slack.renderHeartbeat(content);
    expect(JSON.parse(body).blocks.at(-1).elements.at(-1).text).toMatch(` · id ${shortId(content.digestId)}`);
    expect(fitsBody('slack', body)).toBe(true);
  });

  it('says the same in its plain form', () => {
    const { text, ...rest } = JSON.parse(slack.renderHeartbeatPlain?.(exampleHeartbeat()) ?? '');
    expect(text.split('\n\n')).toEqual([sentence, message.blocks[1].elements[0].text]);
    expect(rest).toEqual({ mrkdwn: false, unfurl_links: false, unfurl_media: false });
  });
});

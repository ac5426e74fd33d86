import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { destinationOf } from '../../../message/destinations.ts';
import { createHttpPost } from '../../../message/send/http-post.ts';
import { createSender } from '../../../message/sender.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import * as defineConfig from '../../../shared/config/define-config.ts';
import { exampleDigestBody } from '../../../shared/config/example-bodies.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import type { Route, WebhookDestination } from '../../../shared/domain/routes/route.ts';
import { type Answers, startReceiver } from '../../support/destinations/receiver.ts';
import { leastConfig } from '../../support/examples/example-config.ts';
import { exampleBuyer, exampleDigest, exampleSignal } from '../../support/examples/example-digest.ts';
import { exampleHeartbeat } from '../../support/examples/example-heartbeat.ts';
import { closedAfterEach } from '../../support/opened-for-all.ts';

const page = readFileSync(new URL('../../../docs/recipes.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```ts\n(.+?)^```$/gms)].map(([, code]) => code);
const written = `export default ({ webhook, secret, weekdaysAt }) => [${blocks.join('')}];`;
const module: { readonly default: (helpers: object) => readonly Route[] } = await import(
  `data:text/javascript,${encodeURIComponent(written)}`
);
const { routes } = checkConfig({
  ...leastConfig(),
  hot: { topByHotness: 1 },
  routes: module.default(defineConfig),
});

const text = (most: number) => ({ type: 'string', minLength: 1, maxLength: most }) as const;
const only = (properties: object, required: readonly string[] = Object.keys(properties)) =>
  ({ type: 'object', additionalProperties: false, properties, required }) as const;
const scalar = { type: ['string', 'number', 'boolean', 'null'] } as const;

interface Tool {
  /** What the tool answers to a body that it takes, and to another one. */
  readonly takes: number;
  readonly refuses: number;
  /** Written from what the tool publishes. */
  readonly schema: object;
}

const tools: Readonly<Record<string, Tool>> = {
  // HubSpot-public-api-spec-collection, PublicApiSpecs/CRM/Tasks/Rollouts/424/v3/tasks.json: values of properties are texts.
  // Of properties, its tasks guide: hs_timestamp is required, and UTC or milliseconds; the limit of a batch is 100.
  'hubspot-tasks': {
    takes: 201,
    refuses: 400,
    schema: only({
      inputs: {
        type: 'array',
        minItems: 1,
        maxItems: 100,
        items: only(
          {
            properties: only(
              {
                hs_timestamp: { type: 'string', format: 'date-time' },
                hs_task_subject: text(1_000),
                hs_task_body: text(65_536),
                hs_task_status: { enum: ['COMPLETED', 'NOT_STARTED'] },
                hs_task_priority: { enum: ['LOW', 'MEDIUM', 'HIGH'] },
              },
              ['hs_timestamp'],
            ),
            associations: { type: 'array' },
          },
          ['properties'],
        ),
      },
    }),
  },
  // The discovery document of the Chat API, Message: a text, which has 4,096 characters at most by its own limit.
  'google-chat': {
    takes: 200,
    refuses: 400,
    schema: only({ text: { ...text(4_096), not: { pattern: '<users/' } } }),
  },
  // Discord's documentation: Execute Webhook, Embed Limits, Allowed Mentions.
  discord: {
    takes: 204,
    refuses: 400,
    schema: only({
      embeds: {
        type: 'array',
        minItems: 1,
        maxItems: 10,
        items: only({ title: text(256), description: text(4_096) }, ['description']),
      },
      allowed_mentions: only({ parse: { type: 'array', maxItems: 0 } }),
    }),
  },
  // Airtable's documentation: Create records.
  airtable: {
    takes: 200,
    refuses: 422,
    schema: only({
      records: {
        type: 'array',
        minItems: 1,
        maxItems: 10,
        items: only({ fields: { type: 'object', minProperties: 1, additionalProperties: scalar } }),
      },
      typecast: { type: 'boolean' },
    }),
  },
  zapier: {
    takes: 200,
    refuses: 200,
    schema: { type: 'array', minItems: 1, items: { type: 'object', additionalProperties: scalar } },
  },
  n8n: {
    takes: 200,
    refuses: 403,
    schema: only({ id: text(100), text: text(4_000), signals: { type: 'array' } }),
  },
};

const closed = closedAfterEach();

/** A stand-in of the tool: it takes what its schema permits, with the token. */
async function openTool({ to }: { readonly to: WebhookDestination }, { schema, takes, refuses }: Tool) {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  const isValid = ajv.compile(schema);
  const token = Object.entries(to.headers ?? {}).find(([, value]) => typeof value !== 'string')?.[0];
  const answers: Answers = ({ headers, body }) => {
    const isKnown = token === undefined || /\bhunter2$/.test(String(headers[token.toLowerCase()]));
    return { status: isKnown && isValid(JSON.parse(body)) ? takes : refuses };
  };
  const receiver = closed(await startReceiver({ answers }));
  const post = createHttpPost();
  const sender = createSender({
    // The address of the recipe is checked with the config; here it leads to the stand-in.
    post: (request) => post({ ...request, url: new URL(receiver.url) }),
    secret: async (name) => (name.endsWith('_URL') ? receiver.url : 'hunter2'),
    clock: { now: Date.now, sleep: async () => {} },
    permitLocal: true,
  });
  const send = (body: string) => sender.send({ digestId: 'msg_1', body, to });
  return { receiver, send, faults: (body: string) => (isValid(JSON.parse(body)) ? [] : isValid.errors) };
}

const bare = exampleSignal({ columns: {}, bridgeName: null, filterType: null, hot: true });
const contents: readonly (readonly [string, DigestContent])[] = [
  [
    'of one signal with nothing known',
    exampleDigest({ buyers: [exampleBuyer({ name: null, signals: [bare] })] }),
  ],
  ['of many with long names', exampleDigest({ buyers: [exampleBuyer({ signals: longSignals(10) })] })],
  [
    'whose text would notify all',
    exampleDigest({ buyers: [exampleBuyer({ name: '<users/all> @everyone', signals: [bare] })] }),
  ],
];

function longSignals(count: number) {
  const columns = { 'Due date': '2026-12-01', Budget: 120_000 };
  return Array.from({ length: count }, (_, index) =>
    exampleSignal({ name: `${index} ${'long 漢 '.repeat(30)}`, hot: true, columns }),
  );
}

describe.each(routes.map((route) => [route.id, route] as const))('the recipe %s', (id, route) => {
  const tool = tools[id] as Tool;
  const to = route.to as WebhookDestination;
  const { render, fits, renderReport, renderTest } = destinationOf(to);

  it.each(contents)('sends a digest %s as the tool takes it', async (_, content) => {
    const { receiver, send, faults } = await openTool({ to }, tool);
    const { body } = render(content, 'whole', to);

    expect(fits(content, 'whole', to)).toBe(true);
    expect(faults(body)).toEqual([]);
    expect(await send(body)).toMatchObject({ outcome: 'delivered', status: tool.takes });
    expect(receiver.requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
    });
  });

  it('fails for good at once by what the tool answers to a wrong body, if the recipe says so', async () => {
    const { send } = await openTool({ to }, tool);
    const final = to.final?.includes(tool.refuses) ?? false;

    const { outcome } = await send('{"wrong":true}');

    expect(outcome).toBe(final ? 'dead' : tool.refuses < 300 ? 'delivered' : 'retry');
  });

  it('sends a sample as a test, and what it makes of a heartbeat is taken or not sent', async () => {
    const { faults } = await openTool({ to }, tool);
    const sample = exampleDigestBody.data;

    expect(
      faults(renderTest({ id: 'test_1', routeId: id, at: '2026-11-21T08:00:00.000Z', sample }, to)),
    ).toEqual([]);
    const { body } = renderReport(exampleHeartbeat(), to);
    expect(body === 'null' || faults(body)?.length === 0).toBe(true);
  });
});

it('the page has a recipe for each tool that is checked, and no other', () => {
  expect(routes.map(({ id }) => id)).toEqual(Object.keys(tools));
});

import { describe, expect, it, test } from 'vitest';
import { checkConfig } from '../../../../shared/config/check-config.ts';
import { secret, webhook } from '../../../../shared/config/define-config.ts';
import { exampleAlarmBody, exampleDigestBody } from '../../../../shared/config/example-bodies.ts';
import type { WebhookDestination } from '../../../../shared/domain/routes/route.ts';
import { schemaFaults, schemas } from '../../../support/destinations/digest-schema.ts';
import { leastConfig, problemsOf } from '../../../support/examples/example-config.ts';

type Settings = Omit<WebhookDestination, 'type' | 'url'>;

const times = { cron: '0 8 * * ? *', timezone: 'UTC' };
const url = 'https://tool.example.com/';
const token = secret('TOKEN', { prefix: 'Bearer ' });
const settingsOf = (over: Settings) => webhook({ url, headers: { Authorization: token }, ...over });
const configOf = (over: Settings, route: object = {}) => ({
  ...leastConfig(),
  columns: { deadline: 'Due Date', owner: 'Owner' },
  routes: [{ id: 'all', when: 'immediately', ...route, to: settingsOf(over) }],
});
const problems = (over: Settings, route?: object) => problemsOf(configOf(over, route));

describe('a webhook of a tool', () => {
  it('comes back as it was written', () => {
    const to = settingsOf({
      body: { text: '${headline}', 'list ${type}': [{ $eval: 'hotSignals' }], none: null },
      headers: {
        'X-Token': token,
        'Idempotency-Key': 'sp-${id}',
        'Content-Type': 'application/vnd.api+json',
      },
      final: [400, 422],
      maxSignals: 10,
    });

    expect(checkConfig({ ...configOf({}), routes: [{ id: 'all', when: 'immediately', to }] })).toMatchObject({
      routes: [{ to }],
    });
  });

  test.each<[Settings, string]>([
    [{ headers: { 'a b': 'x', A: token } }, 'headers: found the header "a b"; write a name of letters'],
    [{ headers: { Host: 'x', A: token } }, 'headers: found the header "Host", which Signalpost writes'],
    [{ headers: { 'Webhook-Id': 'x', A: token } }, 'headers: found the header "Webhook-Id", which'],
    [{ headers: { A: token, a: 'x' } }, 'headers: found the header "A" twice; write it once'],
    [{ headers: { Authorization: 'hunter2' } }, 'headers: found the header "Authorization" with what may be'],
    [{ headers: { 'X-Key': 'eyJhbGciOiJIUzI1NiJ9.eyJzd' } }, 'headers: found the header "X-Key" with what'],
    [{ headers: { A: token, B: '${name}' } }, 'headers: found the header "B" with an expression; a header'],
    [{ headers: { A: token, B: 'a\nb' } }, 'headers: found the header "B" with a value that no header can'],
    [{ headers: { A: token, 'content-type': 'text/plain' } }, 'headers: found the header "content-type" of'],
    [{ headers: { A: secret('a', { prefix: 'Bearer ' }) } }, 'headers.A.secret: found "a"; write capitals'],
    [{ headers: { A: secret('A', { prefix: 'é' }) } }, 'headers.A.prefix: found a string; write what stands'],
    [{ final: [500] }, 'final[0]: found 500; write statuses from 400 to 499, as [400, 422]'],
    [{ maxSignals: 93 }, 'maxSignals: found 93; write a whole number of signals from 1 to 92'],
    [{ body: 'text' as never }, 'body: found a string; write an object or a list: a JSON-e template'],
  ])('is refused with %j', (over, told) => {
    const [problem, ...others] = problems(over);

    expect(problem).toContain(`routes[0].to.${told}`);
    expect(others).toEqual([]);
    expect(problem).not.toContain('hunter2');
  });

  it('needs no signing secret where a header is a secret, or the address of a tool is one', () => {
    const without = (to: object) =>
      problemsOf({
        ...configOf({}),
        routes: [{ id: 'all', when: 'immediately', to: { type: 'webhook', ...to } }],
      });

    expect(problems({})).toEqual([]);
    expect(without({ url: secret('URL'), body: {} })).toEqual([]);
    for (const to of [{ url: secret('URL') }, { url, body: {} }, { url, headers: { A: 'x' }, body: {} }])
      expect(without(to)).toEqual([
        expect.stringMatching(/^routes\[0\]\.to: signingSecret is missing; .*header/),
      ]);
  });
});

describe('the template of a body', () => {
  test.each<[Settings['body'], string]>([
    [{ a: ['${sgnals}'] }, 'body.a[0]: found the unknown name "sgnals" (did you mean "signals"?) for'],
    [
      { a: '${hotSignals[0].nmae}' },
      'body.a: found the unknown field "nmae" (did you mean "name"?) for digest.created; write a field of that body, or a column: columns[\'Match Score\'] of a signal',
    ],
    [
      { a: '${zebra}' },
      'body.a: found the unknown name "zebra" for digest.created; a template can name type, data',
    ],
    [{ a: '${lowrcase(headline)}' }, 'body.a: found the unknown name "lowrcase" (did you mean "lowercase"?)'],
    [{ a: '${headline' }, "body.a: found what JSON-e can't render for digest.created: "],
    [
      { $eval: 'headline' },
      "body: found what JSON-e can't render for digest.created: gives a string; let it",
    ],
  ])('is refused as %j', (body, told) => {
    expect(problems({ body })).toEqual([expect.stringContaining(`routes[0].to.${told}`)]);
  });

  it('has to render for each report of its route, and for alarms where it tells those', () => {
    const ofDigests = { body: { n: { $eval: 'data.totals.signals' } } };
    const guarded = {
      body: { n: { $if: "type == 'digest.created'", then: { $eval: 'data.totals.signals' } } },
    };
    const alarms = (over: Settings, own: object = {}) =>
      problemsOf({ ...leastConfig(), alarms: { to: settingsOf(over), ...own } });

    expect(problems(ofDigests)).toEqual([]);
    for (const [field, type] of [
      ['heartbeat', 'heartbeat'],
      ['recap', 'recap'],
    ] as const) {
      expect(problems(ofDigests, { [field]: times })).toEqual([
        expect.stringContaining(`for ${type}.created;`),
      ]);
      expect(problems(guarded, { [field]: times })).toEqual([]);
    }
    expect(problems(ofDigests, { remind: ['7 days'] })).toEqual([
      expect.stringContaining('for reminder.created;'),
    ]);
    expect(alarms(ofDigests)).toEqual([
      expect.stringMatching(/^alarms\.to\.body\.n: found the unknown field "totals" for alarm\.raised/),
    ]);
    expect(alarms({ body: { text: '${headline}: ${text}', hot: { $eval: 'len(hotSignals)' } } })).toEqual([]);
    // Most alarms are of no route.
    const isNull = [
      expect.stringMatching(/^alarms\.to\.body\.n: found .+ for alarm\.raised: .+ may be null here/),
    ];
    expect(alarms({ body: { n: { $eval: "data.routeId + ': '" } } })).toEqual(isNull);
    expect(alarms({ body: { n: '${data.routeId}: ${headline}' } })).toEqual([]);
    const linked = { body: { n: { $eval: "data.runbookUrl + '?'" } } };
    expect(alarms(linked)).toEqual(isNull);
    expect(alarms(linked, { runbookUrl: 'https://git.example.com/runbook.md' })).toEqual([]);
  });
});

test('the example of each kind of body has every field of its schema', () => {
  const examples = [exampleDigestBody, exampleAlarmBody];
  for (const body of examples) {
    const { type } = body;
    expect(schemaFaults(body), type).toEqual([]);
    const schema = schemas.find(({ properties }) => JSON.stringify(properties.type).includes(type));
    expect(
      namesIn(schema).filter((name) => !JSON.stringify(body).includes(`"${name}":`)),
      type,
    ).toEqual([]);
  }
});

/** The fields that a schema describes. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, examples: _, ...others } = schema as Readonly<Record<string, object>>;
  return [
    ...Object.keys(properties),
    ...Object.values(properties).flatMap(namesIn),
    ...Object.values(others).flatMap(namesIn),
  ];
}

import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../../../shared/config/check-config.ts';
import {
  bridgeId,
  buyerId,
  exampleConfig,
  fieldOf,
  leastConfig,
  otherId,
  problemsOf,
  withField,
} from '../../../support/examples/example-config.ts';

describe('a config that is right', () => {
  test('comes back as it was written, without $schema', () => {
    const { $schema: _, ...expected } = exampleConfig();
    expect(checkConfig(exampleConfig())).toEqual(expected);
  });

  test('gets its defaults', () => {
    expect(checkConfig(leastConfig())).toEqual({
      api: {
        baseUrl: 'https://bridge.example.com',
        token: { secret: 'TOKEN' },
        arrayParameters: 'repeat',
      },
      watch: {
        buyers: [],
        bridges: [bridgeId],
        every: '15 minutes',
        allEvery: '1 day',
        concurrency: 6,
        firstRun: 'baseline',
      },
      hot: { topByHotness: 0, columns: [] },
      summaries: { waitAtMost: '10 minutes' },
      routes: [
        {
          id: 'all',
          match: {},
          when: 'immediately',
          to: { type: 'slack', webhookUrl: { secret: 'SLACK' } },
          flood: 'off',
        },
      ],
      local: false,
    });
  });

  test('takes a bot of Slack, with whom it mentions, and another address of the API only on one machine', () => {
    const mention = { hot: ['U0123', 'S0456'], owners: true };
    const local = { ...bot, apiUrl: 'http://127.0.0.1:4010/api' };

    const declared = withField(exampleConfig(), 'columns', { owner: 'Owner' });
    const told = checkConfig(withField(declared, 'routes.1.to', { ...bot, mention }));
    expect(told.routes[1]?.to).toEqual({ ...bot, mention });
    expect(problemsOf(withField(exampleConfig(), 'routes.1.to', local))).toHaveLength(1);
    const onOneMachine = withField(exampleConfig(), 'local', true);
    expect(checkConfig(withField(onOneMachine, 'routes.1.to', local)).routes[1]?.to).toEqual(local);
  });

  test('says with alarms "none" that nobody is told', () => {
    expect(checkConfig({ ...leastConfig(), alarms: 'none' })).toMatchObject({ tellsNobody: true });
    expect(checkConfig({ ...leastConfig(), alarms: 'none' }).alarms).toBeUndefined();
    expect(checkConfig({ ...leastConfig(), alarms: {} }).tellsNobody).toBeUndefined();
  });

  test('stays the same when checked again, or carried as JSON', () => {
    const once = checkConfig(exampleConfig());
    expect(checkConfig(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });

  test.each<[path: string, value: unknown, read: unknown]>([
    ['watch.buyers', [buyerId.toUpperCase(), buyerId, otherId], [buyerId, otherId]],
    ['watch.except', { buyers: [otherId.toUpperCase(), otherId] }, { buyers: [otherId], bridges: [] }],
    ['watch.only', 'these bridges', 'these bridges'],
    ['api.baseUrl', 'https://bridge.example.com/v1/', 'https://bridge.example.com/v1'],
    ['api.baseUrl', ' https://bridge.example.com/v1/ ', 'https://bridge.example.com/v1'],
    ['routes.1.flood', { over: 50 }, { over: 50, show: 20 }],
    ['routes.1.show', ['City', 'Due', 'City'], ['City', 'Due']],
    ['routes.1.when.cron', '  5  8 \t ? *   MON-FRI * ', '5 8 ? * MON-FRI *'],
    ['alarms', {}, { quietAfter: '3 days' }],
  ])('may say %s %j, which is read as %j', (path, value, read) => {
    expect(fieldOf(checkConfig(withField(exampleConfig(), path, value)), path)).toEqual(read);
  });

  test.each([
    ['watch.every', '1 minute'],
    ['watch.every', '120 seconds'],
    ['routes.0.gather', '0 seconds'],
    ['routes.0.gather', '1 hour'],
    ['watch.allEvery', '1 hour'],
    ['watch.every', '1 day'],
    ['summaries.waitAtMost', '0 seconds'],
    ['summaries.waitAtMost', '24 hours'],
    ['watch.firstRun', 'send-all'],
    ['watch.firstRun', { sendLast: '3 months' }],
    ['hot.topByHotness', 0],
    // In many years.
    ['routes.1.when.cron', '0 8 29 2 ? 2196'],
    ['routes.1.when.timezone', 'UTC'],
    ['routes.1.id', 'a'.repeat(40)],
    ['routes.0.to.url', { secret: 'HOOK' }],
    ['routes.0.flood', { over: 5_000, show: 99 }],
    ['routes.1.flood', 'off'],
    ['routes.1.flood', { over: 1, show: 1 }],
    ['api.baseUrl', 'https://10.0.0.5:8443'],
  ])('may say %s %j', (path, value) => {
    expect(problemsOf(withField(exampleConfig(), path, value))).toEqual([]);
  });
});

const bot = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' };

describe('a config that is wrong', () => {
  test.each<[path: string, value: unknown, problem: string]>([
    ['api', undefined, 'api: is missing; write an object with baseUrl and token'],
    ['routes.0.match', [], 'routes[0].match: found an empty list; write an object'],
    ['api.baseUrl', 'http://bridge.example.com', 'api.baseUrl: the address is plain http; write the'],
    ['api.baseUrl', 'hunter2', 'api.baseUrl: the address is not a valid URL; write one such'],
    ['api.baseUrl', 'https://localhost:4010', 'api.baseUrl: the address points to this machine; wri'],
    ['api.baseUrl', 'ftp://bridge.example.com', 'api.baseUrl: the address is not https; write https'],
    ['api.baseUrl', 'https://a:b@bridge.example.com', 'api.baseUrl: the address has a user name'],
    ['api.baseUrl', 'https://a.example/?key=1', 'api.baseUrl: the address has a query or a fr'],
    ['api.baseUrl', 'https://a.example/api/external/', 'api.baseUrl: the address ends with /api/ext'],
    ['api.token', 'hunter2', 'api.token: found a string; put it into an environment variable or Secrets'],
    ['api.token.secret', 'a-b', 'api.token.secret: found "a-b"; write capitals, digits and _, as A_B'],
    ['api.token.secret', 'hunter2', 'api.token.secret: found a string; write the name of a secret, never'],
    ['routes.0.flood', 'on', 'routes[0].flood: found "on"; write "off" or {"over": 100, "show": 20'],
    ['routes.1.flood.over', 0, 'routes[1].flood.over: found 0; write a whole number from 1 to 5000'],
    ['routes.1.flood', { over: 10 }, 'routes[1].flood: found show 20 and over 10; set show to at most over'],
    ['routes.1.flood.rest', 'drop', 'routes[1].flood: found the unknown field "rest"; it takes over, show'],
    ['api.arrayParameters', 'csv', 'api.arrayParameters: found "csv"; write "repeat" (status=New&status=Sav'],
    ['watch.except.buyer', [], 'watch.except: found the unknown field "buyer" (did you mean "buyers"?)'],
    ['watch', {}, 'watch: found neither buyers nor bridges; write the UUID of at least one'],
    ['watch.only', true, 'watch.only: found true; write "these bridges", or leave it out'],
    ['watch.bridges', [buyerId.toUpperCase()], `watch.bridges: found "${buyerId}", which is a buyer's id`],
    ['watch.buyers', buyerId, `watch.buyers: found "${buyerId}"; write a list of UUIDs`],
    ['watch.buyers.0', 'acme', 'watch.buyers[0]: found "acme"; write a UUID'],
    ['watch.every', '30 seconds', 'watch.every: found "30 seconds"; write whole minutes from "1 minute" to '],
    ['watch.allEvery', '2 days', 'watch.allEvery: found "2 days"; write whole minutes from watch.every'],
    ['watch.allEvery', '59 minutes', 'watch.allEvery: found "59 minutes", which is shorter than watch.every'],
    ['watch.concurrency', 1, 'watch.concurrency: found 1; write a whole number from 2 to 100'],
    ['watch.concurrency', 2.5, 'watch.concurrency: found 2.5; write a whole number from 2 to 100'],
    ['watch.firstRun', 'all', 'watch.firstRun: found "all"; write "baseline", "send-all" or {"sendLast": "7'],
    ['watch.firstRun', { sendLast: '2 weeks' }, 'watch.firstRun.sendLast: found "2 weeks"; write one of "1 '],
    ['watch.firstRun', { sendLast: '7 days', max: 9 }, 'watch.firstRun: found the unknown field "max"; it t'],
    ['hot.topByHotness', 1.5, 'hot.topByHotness: found 1.5; write a whole number from 0 (off) to 100'],
    ['hot.columns.0.atLeast', '80', 'hot.columns[0].atLeast: found "80"; write a number'],
    ['hot.columns.0.name', ' ', 'hot.columns[0].name: found a blank string; write the name of a column'],
    ['summaries.waitAtMost', '25 hours', 'summaries.waitAtMost: found "25 hours"; write a duration from "0'],
    ['routes', [], 'routes: found an empty list; write at least one route'],
    ['routes.0.id', 'Sales Team', 'routes[0].id: found "Sales Team"; write 1 to 40 of a to z'],
    ['routes.1.id', 'crm', 'routes[1].id: found the id of routes[0] again; give each route its own'],
    ['routes.0.when', 'daily', 'routes[0].when: found "daily"; write "immediately" or {"cron"'],
    ['routes.1.when.timezone', undefined, 'routes[1].when.timezone: is missing; write an IANA name'],
    [
      'routes.0.to',
      'hunter2',
      'routes[0].to: found a string; write {"type": "slack", …} or {"type": "teams", ',
    ],
    [
      'routes.0.to.url',
      'hunter2',
      'routes[0].to.url: the address is not a valid URL; write one such as https:',
    ],
    ['routes.0.to.signingSecret', 'hunter2', 'routes[0].to.signingSecret: found a string; put it into an'],
    [
      'routes.0.to.signingSecret.secret',
      'hunter2',
      'to.signingSecret.secret: found a string; write the name',
    ],
    ['routes.1.to.webhookUrl.secret', 'hunter2', 'to.webhookUrl.secret: found a string; write the name'],
    ['routes.0.to.signingSecret', undefined, 'routes[0].to: signingSecret is missing; put whsec_ and a ran'],
    ['alarms.to.webhookUrl', undefined, 'alarms.to: webhookUrl is missing; write {"type": "slack", "webhook'],
    ['routes.1.to.botToken', { secret: 'BOT' }, 'routes[1].to: found webhookUrl and botToken; write one of'],
    ['routes.1.to.channel', 'C0123ABCD', 'routes[1].to: found channel beside webhookUrl; leave it out'],
    ['routes.1.to', { type: 'slack', botToken: { secret: 'BOT' } }, 'routes[1].to: channel is missing; writ'],
    ['routes.1.to', { ...bot, channel: '#sales' }, 'routes[1].to.channel: found "#sales"; write the id of a'],
    ['routes.1.to', { ...bot, apiUrl: 'https://evil.example' }, 'routes[1].to.apiUrl: found another address'],
    ['alarms.to.mention', { hot: ['U0123'] }, 'alarms.to: found mention; leave it out: an alarm mentions no'],
    ['routes.1.to.mention', { hot: ['@ann'] }, 'routes[1].to.mention.hot[0]: found "@ann"; write the id of '],
    ['routes.1.to.mention', { column: 'Owner' }, 'routes[1].to.mention: found the unknown field "column"'],
    ['routes.1.groupBy', 'buyer', 'routes[1].groupBy: found "buyer"; write "owner", or leave it out'],
    ['columns', { deadlines: 'Due' }, 'columns: found the unknown field "deadlines" (did you mean "deadli'],
    ['columns', { money: 5 }, 'columns.money: found 5; write the name of a column, as "Due Date", a list of'],
    ['columns', { person: { name: 'DM', mail: 'M' } }, 'columns.person: found the unknown field "mail"'],
    ['columns', { in: { Tenders: { in: {} } } }, 'columns.in.Tenders: found the unknown field "in"; it ta'],
    ['people', { Ann: { slack: 'ann' } }, 'people.Ann.slack: found "ann"; write the id of a member'],
    ['people', { 'dp@a.example (Dev)': {} }, 'people["dp@a.example (Dev)"]: found "dp@a.example (Dev)";'],
    ['people', { Ann: { teams: 'ann' } }, 'people.Ann.teams: found "ann"; write the sign-in name of a Teams'],
    ['people', { '<at>Ann</at>': {} }, 'people["<at>Ann</at>"]: found "<at>Ann</at>"; write a name as the'],
    ['alarms.email', 'ops', 'alarms.email: found a string; write one address, as "ops@example.com"'],
    ['alarms.quietAfter', '30 minutes', 'alarms.quietAfter: found "30 minutes"; write a duration from "1'],
    ['alarms.runbookUrl', 'docs/runbook.md', 'alarms.runbookUrl: not an https address; write the https'],
    ['alarms.runbookUrl', 'https://a.example/#top', 'alarms.runbookUrl: found an address with a user or'],
    ['alarms', 'None', 'alarms: found a string; write an object with to, email, quietAfter or runbookUrl,'],
    ['alarms.mail', 'ops@example.com', 'alarms: found the unknown field "mail" (did you mean "email"?)'],
    ['routes.1.heartbeat', 'weekly', 'routes[1].heartbeat: found a string; write {"cron": "0 8 ? * MON *", '],
    ['routes.1.heartbeat', { cron: '0 8 ? * MON *' }, 'routes[1].heartbeat.timezone: is missing; write an'],
    ['routes.0.gather', '2 hours', 'routes[0].gather: found "2 hours"; write "0 seconds" to "1 hour", as'],
    ['routes.0.gather', 120, 'routes[0].gather: found 120; write "0 seconds" to "1 hour", as "2 minutes"'],
    ['routes.1.gather', '2 minutes', 'routes[1].gather: found "2 minutes" beside a time; remove it, or writ'],
    ['routes.1.show', [], 'routes[1].show: found an empty list; it would show no column'],
    ['routes.1.show', [' '], 'routes[1].show[0]: found a blank string; write the name of a column'],
    ['routes.1.show', 'Due Date', 'routes[1].show: found "Due Date"; write a list of column names'],
    ['routes.1.show', Array.from({ length: 21 }, (_, n) => `${n}`), 'write at most 20'],
    ['routes.1.timezone', 'America/NewYork', 'did you mean "America/New_York"?'],
    ['routes.1.links', 'https://app.example.com', 'routes[1].links: found a string; write {"buyer"'],
    ['local', 'yes', 'local: found "yes"; write true or false'],
  ])('%s as %j is reported', (path, value, problem) => {
    const problems = problemsOf(withField(exampleConfig(), path, value));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
    // A secret may look like a word.
    expect(problems[0]).not.toContain('hunter2');
  });

  test('has all its problems reported at once', () => {
    const input = { api: { baseUrl: 3, tokn: {} }, watch: { buyers: ['x'] }, routes: [{ id: 'A' }, 7] };
    const paths = problemsOf(input).map((problem) => problem.split(':')[0]);
    expect(paths).toEqual([
      'api.baseUrl',
      'api.token',
      'api',
      'watch.buyers[0]',
      'routes[0].id',
      'routes[0].when',
      'routes[0].to',
      'routes[1]',
    ]);
  });

  test('has unknown fields named together, with what was probably meant', () => {
    const input = { ...leastConfig(), rotues: [], summary: {}, watch: { buyer: [], bridges: [bridgeId] } };
    expect(problemsOf(input)).toEqual([
      'watch: found the unknown field "buyer" (did you mean "buyers"?); it takes buyers, bridges, every, allEvery, concurrency, firstRun, only, except',
      'the config: found the unknown fields "rotues" (did you mean "routes"?), "summary"; it takes api, watch, hot, summaries, routes, routing, links, columns, people, alarms, inbound, ledger, local',
    ]);
  });

  test('asks for what a column must say, and declares none', () => {
    const to = { type: 'slack', webhookUrl: { secret: 'S' }, mention: { owners: true } };
    const route = { ...leastConfig().routes[0], remind: ['2 days'], groupBy: 'owner', to };
    const config = withField(leastConfig(), 'routes', [route]);
    expect(problemsOf(config)).toEqual([
      'routes[0].remind: found it without columns.deadline, which says until when; write the name of that column, or leave remind out',
      'routes[0].groupBy: found "owner" without columns.owner; write the name of that column, or leave groupBy out',
      'routes[0].to.mention.owners: found true without columns.owner; write the name of that column, or leave owners out',
    ]);
    const columns = { owner: 'Rep', in: { Tenders: { deadline: ['Due', 'Closes'] } } };
    expect(problemsOf(withField(config, 'columns', columns))).toEqual([]);
  });

  test('sends signals of watched bridges alone, and watches none', () => {
    const config = withField(exampleConfig(), 'watch.only', 'these bridges');
    expect(problemsOf(withField(config, 'watch.bridges', []))).toEqual([
      'watch.only: found "these bridges", but no watch.bridges; write the UUID of at least one, or leave only out',
    ]);
    const id = '57a38c47-c0a0-4ed3-82ca-b9cb8ec109dc';
    const without = withField(withField(config, 'watch.bridges', [id]), 'watch.except', { bridges: [id] });
    expect(problemsOf(without)).toEqual([
      'watch.only: found "these bridges", but except leaves out each of watch.bridges; write the UUID of at least one, or leave only out',
    ]);
  });

  test('watches only buyers that are left out', () => {
    const config = withField(exampleConfig(), 'watch.bridges', []);
    expect(problemsOf(withField(config, 'watch.except.buyers', [buyerId.toUpperCase()]))).toEqual([
      'watch: found only buyers that except leaves out; write the UUID of at least one',
    ]);
  });

  test('reports the first 30 of many problems, and how many more there are', () => {
    const problems = problemsOf(withField(leastConfig(), 'watch.buyers', Array(3_000).fill('x')));
    expect(problems).toHaveLength(31);
    expect(problems.at(-1)).toBe('and 2970 more problems');
  });

  test.each([null, undefined, 'text', 5])('is no object at all: %j', (input) => {
    expect(problemsOf(input).join()).toMatch(/the config: (found|is missing)/);
  });
});

test.each([
  ['links.signal', 'http://app.example.com/{rowId}', 'is not https'],
  ['links.signal', 'https://app.example.com/a b/{rowId}', 'is no address'],
  ['links.signal', 'https://app.example.com/{entryId}', 'has the unknown place {entryId}; it takes {buyer'],
  ['links.signal', 'https://app.example.com/{{rowId}}', 'has a brace outside of'],
  ['links.signal', 'https://{rowId}.example.com/', 'has an id in its host'],
  ['links.signal', 'https://sam:pw@app.example.com/{rowId}', 'carries a user name or a password'],
  ['links.signal', `https://app.example.com/${'x'.repeat(500)}`, 'shorten it to 500 letters'],
  ['links.buyer', 'https://app.example.com/{rowId}', 'has the unknown place {rowId}; it takes {buyerId}'],
  ['routes.1.links.buyer', 'ftp://app.example.com/', 'is not https; write https://'],
])('a wrong link is refused with its fix: %s as %s', (path, template, expected) => {
  const problems = problemsOf(withField(exampleConfig(), path, template));

  expect(problems).toEqual([expect.stringContaining(expected)]);
  expect(problems[0]).toMatch(/^(links|routes\[1\]\.links)\.(signal|buyer): found "/);
  expect(problems[0]).not.toContain('sam:pw');
});

describe('local addresses', () => {
  const local = { ...exampleConfig(), api: { ...exampleConfig().api, baseUrl: 'http://127.0.0.1:4010' } };
  const config = withField(local, 'routes.0.to.url', 'http://localhost:4600/hook');

  test('are refused by default', () => {
    expect(problemsOf(config).map((problem) => problem.split(':')[0])).toEqual([
      'api.baseUrl',
      'routes[0].to.url',
    ]);
  });

  test('are permitted by "local": true', () => {
    expect(checkConfig({ ...config, local: true })).toMatchObject({ local: true });
  });
});

describe('a secret written into the config', () => {
  function pathsOf(value: object, above = ''): string[] {
    return Object.entries(value).flatMap(([key, inner]) => {
      const path = above === '' ? key : `${above}.${key}`;
      return typeof inner === 'object' && inner !== null ? [path, ...pathsOf(inner, path)] : [path];
    });
  }

  const secrets = [
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'https://hooks.example.com/services/T0/B0/abc',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    '8f14e45fceea167a5a36dedd4bea2543',
  ];
  const places = pathsOf(exampleConfig()).flatMap((path) => secrets.map((secret) => ({ path, secret })));

  test.each(places)('at $path is never repeated', ({ path, secret }) => {
    const told = problemsOf(withField(exampleConfig(), path, secret)).join('\n');
    expect(told).not.toContain(secret);
    expect(told).not.toContain(secret.slice(8, 24));
  });
});

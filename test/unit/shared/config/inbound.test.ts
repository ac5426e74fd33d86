import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../../shared/config/check-config.ts';
import { leastConfig, problemsOf, withField } from '../../../support/examples/example-config.ts';

const secret = { secret: 'EVENTS_SIGNING_SECRET' };
const slack = { signingSecret: { secret: 'SLACK_SIGNING_SECRET' } };
const raw = Buffer.alloc(32, 7);
const rawKey = `whpk_${raw.toString('base64')}`;
const spkiKey = `whpk_${Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]).toString('base64')}`;
const bot = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123456' };

const withInbound = (inbound: unknown) => withField(leastConfig(), 'inbound', inbound);
const withActions = (actions: unknown, to: unknown = bot, inbound: unknown = { slack }) =>
  withField(withField(withInbound(inbound), 'routes.0.to', to), 'routes.0.actions', actions);

describe('what may call in', () => {
  it.each([
    ['events with a shared key', { events: { signingSecret: secret } }],
    ['events with both kinds of keys', { events: { signingSecret: secret, publicKey: [rawKey, spkiKey] } }],
    ['Slack', { slack }],
    ['Slack of one workspace and app', { slack: { ...slack, teamId: 'T0123ABCD', appId: 'A0123ABCD' } }],
  ])('is %s, and comes back as it was written', (_, inbound) => {
    expect(checkConfig(withInbound(inbound)).inbound).toEqual(inbound);
  });

  it('is a list of public keys, also where one is written', () => {
    expect(checkConfig(withInbound({ events: { publicKey: spkiKey } })).inbound).toEqual({
      events: { publicKey: [spkiKey] },
    });
  });

  it.each<[string, unknown, string]>([
    ['neither path', {}, 'inbound: found neither events nor slack; write one of them, or leave inbound out'],
    ['no key of events', { events: {} }, 'inbound.events: found neither signingSecret nor publicKey; write'],
    ['a key in place of its secret', { events: { signingSecret: rawKey } }, 'inbound.events.signingSecret: '],
    [
      'a private key',
      { events: { publicKey: rawKey.replace('whpk_', 'whsk_') } },
      'inbound.events.publicKey: ',
    ],
    ['a key that is cut off', { events: { publicKey: rawKey.slice(0, -2) } }, 'inbound.events.publicKey: '],
    [
      'the key of another curve',
      { events: { publicKey: spkiKey.replace('MCowBQYDK2Vw', 'MCowBQYDK2Vu') } },
      'inbound.events.publicKey: ',
    ],
    ['no key in the list', { events: { publicKey: [] } }, 'inbound.events.publicKey: '],
    ['three keys', { events: { publicKey: [rawKey, rawKey, rawKey] } }, 'inbound.events.publicKey: '],
    ['no secret of Slack', { slack: {} }, 'inbound.slack.signingSecret: is missing'],
    [
      'the name of a workspace',
      { slack: { ...slack, teamId: 'acme' } },
      'inbound.slack.teamId: found "acme"; ',
    ],
    ['a number as an app', { slack: { ...slack, appId: 12 } }, 'inbound.slack.appId: found 12; '],
    ['a path that is unknown', { teams: {} }, 'inbound: found the unknown field "teams"; '],
  ])('is not %s', (_, inbound, problem) => {
    const problems = problemsOf(withInbound(inbound));

    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems[0]).toContain('; ');
  });
});

describe('the actions of a route', () => {
  it('come in the order of the menu, each once', () => {
    const { routes } = checkConfig(withActions(['more', 'claim', 'more']));

    expect(routes[0]?.actions).toEqual(['claim', 'more']);
  });

  it.each<[string, unknown, string]>([
    ['an unknown one', withActions(['snooze']), 'routes[0].actions[0]: found "snooze"; write a list of'],
    ['none', withActions([]), 'routes[0].actions: found an empty list; it would offer nothing'],
    [
      'some without a bot',
      withActions(['claim'], { type: 'slack', webhookUrl: { secret: 'SLACK' } }),
      'routes[0].actions: found them at a route whose messages have no buttons; send to a Slack bot',
    ],
    [
      'some whose clicks nobody takes',
      withActions(['claim'], bot, { events: { signingSecret: secret } }),
      'routes[0].actions: found them without inbound.slack',
    ],
  ])('are not %s', (_, config, problem) => {
    expect(problemsOf(config)).toEqual([expect.stringContaining(problem)]);
  });
});

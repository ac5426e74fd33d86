import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../../../shared/config/check-config.ts';
import { secret, slackBot } from '../../../../../shared/config/define-config.ts';
import { leastConfig, problemsOf } from '../../../../support/examples/example-config.ts';

const to = slackBot({ botToken: secret('BOT'), channel: 'owner', otherwise: 'C0REST' });
const ann = { slack: 'U0ANN', timezone: 'America/Los_Angeles' };

function configOf(people: object, route: object = {}, over: object = {}) {
  const sales = { id: 'sales', when: 'immediately', to, ...route };
  return { ...leastConfig(), columns: { owner: 'Owner' }, people, routes: [sales], ...over };
}

describe('a route to the owner', () => {
  it('becomes one route for each person with a Slack id, and one for the rest with its own id', () => {
    const people = { 'Ann Lee': ann, 'Dev Patel': { teams: 'dev@example.com' }, Bids: { slack: 'S0BIDS' } };
    const { routes } = checkConfig(configOf(people, { match: { hot: true } }, { hot: { topByHotness: 1 } }));

    expect(routes).toMatchObject([
      {
        id: 'sales/ann-lee',
        match: { hot: true },
        owner: { set: 'sales', is: { name: 'Ann Lee', id: 'U0ANN' } },
        timezone: 'America/Los_Angeles',
      },
      { id: 'sales', match: { hot: true }, owner: { set: 'sales', is: null } },
    ]);
    expect(routes.map((route) => route.to)).toEqual([
      { type: 'slack', botToken: { secret: 'BOT' }, channel: 'U0ANN' },
      { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0REST' },
    ]);
  });

  it('is only the rest while people has nobody', () => {
    expect(checkConfig(configOf({})).routes.map(({ id }) => id)).toEqual(['sales']);
  });

  it.each([
    ['José Núñez', 'jose-nunez'],
    ['dev.patel@example.com', 'dev-patel-example-com'],
    ['山田太郎', 'u0ann'],
  ])('is called after the person: %s', (name, slug) => {
    expect(checkConfig(configOf({ [name]: { slack: 'U0ANN' } })).routes[0]?.id).toBe(`sales/${slug}`);
  });

  it("has the person's time zone in all of its times and quiet hours", () => {
    const at = { cron: '0 8 * * ? *', timezone: 'America/New_York' };
    const quiet = { from: '18:00', to: '08:00', timezone: 'America/New_York' };
    const { routes } = checkConfig(
      configOf({ 'Ann Lee': ann }, { when: at, heartbeat: at, recap: at, quiet }),
    );
    const { when, heartbeat, recap, quiet: quietHours } = routes[0] ?? {};
    for (const one of [when, heartbeat, quietHours]) expect(one).toMatchObject({ timezone: ann.timezone });
    expect(routes[1]).toMatchObject({ when: at, heartbeat: at, recap: at, quiet });
    // The recap is of the whole set.
    expect(recap).toBeUndefined();
  });

  it('needs columns.owner, a channel for the rest, and names that make routes of their own', () => {
    const most = Object.fromEntries(
      Array.from({ length: 101 }, (_, at) => [`P ${at}`, { slack: `U0${at}` }]),
    );
    const twice = ['sales', 'bids'].map((id) => ({ id, when: 'immediately', to }));
    expect(
      [
        problemsOf(configOf({}, {}, { columns: undefined })),
        problemsOf(configOf({}, { to: { ...to, otherwise: undefined } })),
        problemsOf(configOf({}, { to: { ...to, channel: 'C0SALES' } })),
        problemsOf(configOf({ 'Ann Lee': ann, 'ann-lee': { slack: 'U0OTHER' } })),
        problemsOf(configOf(most, {}, { routes: twice })),
        problemsOf(configOf({}, {}, { alarms: { to } })),
        problemsOf(configOf({ Ann: { slack: 'U0ANN', timezone: 'PST' } })),
      ].flat(),
    ).toEqual([
      'routes[0].to.channel: found "owner" without columns.owner; write the name of that column, or the id of a channel',
      `routes[0].to: otherwise is missing beside the channel "owner"; write the id of a channel, as "C0123ABCD": Slack shows it at the end of the channel's details`,
      `routes[0].to: found otherwise beside a channel's id; leave it out, or write "channel": "owner"`,
      'people: found "Ann Lee" and "ann-lee", whose routes would both be called ann-lee; write one of the names otherwise',
      'people: found 101 people with a Slack id for 2 routes to "owner"; at most 200 can be told in all',
      'alarms.to.channel: found "owner", but an alarm is of no owner; write the id of a channel',
      'people.Ann.timezone: found "PST"; it has no daylight saving time; write a place, as "America/Los_Angeles"',
    ]);
  });

  it('takes contacts where people read them, and somebody is declared', () => {
    const person = { columns: { owner: 'Owner', person: { name: 'DM', email: 'Email' } } };
    const webhook = { type: 'webhook', url: 'https://a.example/', signingSecret: { secret: 'SIGNING' } };
    expect(problemsOf(configOf({}, { contacts: true }, person))).toEqual([]);
    expect(problemsOf(configOf({}, { contacts: true, to: webhook }))).toEqual([
      'routes[0].contacts: found it at a webhook, whose body has all columns; leave contacts out',
      expect.stringMatching(/^routes\[0]\.contacts: found true without columns\.person; write/),
    ]);
  });

  it("refuses times that are all quiet in a person's zone, and says so once", () => {
    const at = { cron: '30 23 * * ? *', timezone: 'America/New_York' };
    const quiet = { from: '23:00', to: '23:59', timezone: 'Asia/Tokyo' };
    const people = { 'Ann Lee': ann, 'Dev Patel': { ...ann, slack: 'U0DEV' } };
    expect(problemsOf(configOf({}, { when: at, quiet }))).toEqual([]);
    expect(problemsOf(configOf(people, { when: at, quiet }))).toEqual([
      expect.stringMatching(/^routes\[0]\.when: found "30 23/),
    ]);
  });
});

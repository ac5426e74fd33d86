import { describe, expect, it } from 'vitest';
import {
  accessToken,
  listDestinations,
  listSecretUses,
  slackSecret,
} from '../../../../cli/open/secret-uses.ts';
import { webhookAddress } from '../../../../message/slack/incoming-webhook.ts';
import { receiverAddress, signingKey } from '../../../../message/webhook/webhook.ts';
import { secret, webhook } from '../../../../shared/config/define-config.ts';
import type { DestinationSettings, Route } from '../../../../shared/domain/routes/route.ts';

const api = {
  baseUrl: 'https://bridge.example.com',
  token: { secret: 'TOKEN' },
  arrayParameters: 'repeat',
} as const;
const slack: DestinationSettings = { type: 'slack', webhookUrl: { secret: 'SLACK' } };
const route = (id: string, to: DestinationSettings): Route => ({ id, to, match: {}, when: 'immediately' });
const quietAfter = '3 days';

describe('the secrets that a config names', () => {
  it('are listed once each, with what they are used as, by whom, and where a stage keeps them', () => {
    const signingSecret = secret('KEY');

    const uses = listSecretUses({
      api,
      routes: [
        route('crm', webhook({ url: 'https://crm.example.com/', signingSecret })),
        route('erp', webhook({ url: secret('ADDRESS'), signingSecret })),
        route('sales', slack),
      ],
      alarms: { to: slack, quietAfter },
    });

    expect(uses).toEqual([
      { name: 'TOKEN', forms: [accessToken], usedBy: ['api.token'], scopes: ['api'] },
      {
        name: 'KEY',
        forms: [signingKey],
        usedBy: ['route crm', 'route erp'],
        scopes: ['destinations'],
      },
      { name: 'ADDRESS', forms: [receiverAddress], usedBy: ['route erp'], scopes: ['destinations'] },
      {
        name: 'SLACK',
        forms: [webhookAddress],
        usedBy: ['route sales', 'alarms.to'],
        scopes: ['destinations', 'alarms'],
      },
    ]);
  });

  it('are those of what calls in, too, in a scope of their own', () => {
    const inbound = {
      events: { signingSecret: { secret: 'EVENTS' }, publicKey: ['whpk_…'] },
      slack: { signingSecret: { secret: 'SIGNING' } },
    };
    const uses = (one: Partial<typeof inbound>) =>
      listSecretUses({ api, routes: [], inbound: one }).filter(({ scopes }) => scopes.includes('inbound'));

    const events = { name: 'EVENTS', forms: [signingKey], usedBy: ['inbound.events'], scopes: ['inbound'] };
    const signing = { name: 'SIGNING', forms: [slackSecret], usedBy: ['inbound.slack'], scopes: ['inbound'] };
    expect(uses(inbound)).toEqual([events, signing]);
    expect(uses({ slack: inbound.slack })).toEqual([signing]);
    expect(uses({})).toEqual([]);
  });

  it('count alarms among the destinations only when somebody is told of them', () => {
    const namesWith = (alarms?: Parameters<typeof listDestinations>[0]['alarms']) =>
      listDestinations({ routes: [route('sales', slack)], alarms }).map(({ name }) => name);

    expect(namesWith()).toEqual(['route sales']);
    expect(namesWith({ quietAfter })).toEqual(['route sales']);
    expect(namesWith({ to: slack, quietAfter })).toEqual(['route sales', 'alarms.to']);
  });
});

import { describe, expect, it } from 'vitest';
import { accessToken, listDestinations, listSecretUses, slackSecret } from '../../../cli/secret-uses.ts';
import { webhookAddress } from '../../../shared/destinations/slack/incoming-webhook.ts';
import { receiverAddress, signingKey } from '../../../shared/destinations/webhook/webhook.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';

const api = {
  baseUrl: 'https://bridge.example.com',
  token: { secret: 'TOKEN' },
  arrayParameters: 'repeat',
} as const;
const slack: DestinationSettings = { type: 'slack', webhookUrl: { secret: 'SLACK' } };

describe('the secrets that a config names', () => {
  it('are listed once each, with what they are used as, by whom, and where a stage keeps them', () => {
    const webhook = (url: string | { secret: string }): DestinationSettings => ({
      type: 'webhook',
      url,
      signingSecret: { secret: 'KEY' },
    });

    const uses = listSecretUses({
      api,
      routes: [
        { id: 'crm', to: webhook('https://crm.example.com/') },
        { id: 'erp', to: webhook({ secret: 'ADDRESS' }) },
        { id: 'sales', to: slack },
      ],
      alarms: { to: slack },
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
    const routes = [{ id: 'sales', to: slack }];

    expect(listDestinations({ routes }).map(({ name }) => name)).toEqual(['route sales']);
    expect(listDestinations({ routes, alarms: {} }).map(({ name }) => name)).toEqual(['route sales']);
    expect(listDestinations({ routes, alarms: { to: slack } }).map(({ name }) => name)).toEqual([
      'route sales',
      'alarms.to',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { linksOf, restOf, zoneOf } from '../../../../../shared/domain/routes/route-view.ts';
import { immediateRoute } from '../../../../support/functions/example-routes.ts';

const cron = '0 8 ? * MON *';
const inChicago = { cron, timezone: 'America/Chicago' };
const inParis = { cron, timezone: 'Europe/Paris' };

it('the time zone of a route is its own, else that of its digests, else that of its heartbeat, else UTC', () => {
  const toParis = { ...immediateRoute, heartbeat: inParis };

  expect(zoneOf({ ...toParis, timezone: 'Asia/Tokyo', when: inChicago })).toBe('Asia/Tokyo');
  expect(zoneOf({ ...toParis, when: inChicago })).toBe('America/Chicago');
  expect(zoneOf(toParis)).toBe('Europe/Paris');
  expect(zoneOf(immediateRoute)).toBe('UTC');
});

describe('the links of a route', () => {
  const ofAll = { signal: 'https://a.example/{rowId}', buyer: 'https://a.example/{buyerId}' };

  it('are its own, each else the one of all routes', () => {
    const buyer = 'https://b.example/{buyerId}';

    expect(linksOf({ links: { buyer } }, ofAll)).toEqual({ signal: ofAll.signal, buyer });
    expect(linksOf({}, ofAll)).toEqual(ofAll);
    expect(linksOf({ links: { buyer } }, undefined)).toEqual({ buyer });
    expect(linksOf({}, undefined)).toEqual({});
  });
});

describe('the rest of a set', () => {
  const rest = { ...immediateRoute, id: 'sales', owner: { set: 'sales', is: null } };
  const ann = {
    ...immediateRoute,
    id: 'sales/ann',
    owner: { set: 'sales', is: { name: 'Ann', id: 'U0ANN' } },
  };
  const stateOf = (routeId: string, reason: string | null) => {
    return { routeId, state: reason === null ? 'ENABLED' : 'DISABLED', reason };
  };

  it.each([
    ['an owner who left', stateOf('sales/ann', 'answered 200: channel_not_found'), rest],
    ['an owner whom the config lacks', stateOf('sales/bo', null), rest],
    ['an owner who is told', stateOf('sales/ann', null), null],
    ['an owner whose route a person paused', stateOf('sales/ann', 'paused by hand'), null],
    ['an owner while the token is refused', stateOf('sales/ann', 'answered 200: token_revoked'), null],
    ['an owner while the bot is removed', stateOf('sales/ann', 'answered 200: account_inactive'), null],
    ['a route of no set', stateOf('crm', 'answered 410 Gone'), null],
  ])('takes over what waits for %s, or does not', (_, item, taker) => {
    expect(restOf([ann, rest], item)).toBe(taker);
  });
});

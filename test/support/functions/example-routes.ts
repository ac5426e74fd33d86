import type { Route } from '../../../shared/domain/routes/route.ts';

export const immediateRoute: Route = {
  id: 'crm',
  match: {},
  when: 'immediately',
  to: { type: 'webhook', url: 'https://crm.example.com/', signingSecret: { secret: 'SIGNING' } },
};
export const morningRoute: Route = { ...immediateRoute, when: { cron: '0 8 * * ? *', timezone: 'UTC' } };

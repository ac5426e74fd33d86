import type { Observation } from '../../../functions/observations/observation.ts';

export type Of<Kind extends Observation['kind']> = Extract<Observation, { readonly kind: Kind }>;

export const attempted: Of<'digest-attempted'> = {
  kind: 'digest-attempted',
  routeId: 'crm',
  digestId: 'msg_mzxw6ytb',
  attempt: 2,
  outcome: 'retry',
  status: 503,
  reason: 'the destination answered 503',
  ambiguous: true,
  nextAttemptAt: '2026-11-21T08:05:00.000Z',
};
export const polled: Of<'buyer-polled'> = {
  kind: 'buyer-polled',
  buyerId: 'b0000000-0000-4000-8000-000000000001',
  accepted: true,
  readings: 1,
  listed: 12,
  recorded: 3,
  baseline: 0,
  hot: 1,
  unreadable: 0,
};
export const recorded: Of<'signal-recorded'> = {
  kind: 'signal-recorded',
  buyerId: 'b0000000-0000-4000-8000-000000000001',
  buyerName: 'City of Example',
  signalId: 'a0000000-0000-4000-8000-000000000001#c0000000-0000-4000-8000-000000000001',
  name: 'Tender for school buses',
  bridgeName: 'Tenders',
  hot: true,
  baseline: false,
  routes: ['crm'],
};

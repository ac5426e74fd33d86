import type { RouteCandidate } from '../../../shared/domain/routes/match.ts';

/** A hot signal in California, all of whose values are known. */
export const exampleCandidate: RouteCandidate = {
  buyerId: 'buyer',
  buyerName: 'Acme',
  bridgeId: 'bridge',
  bridgeName: 'Tenders',
  hot: true,
  columns: { State: 'CA' },
  unsettled: [],
};

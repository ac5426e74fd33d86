import { destinations } from '../../shared/destinations/destinations.ts';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';
import type { DescribedKind } from './view-model.ts';

export function describeKind(type: DestinationSettings['type']): DescribedKind {
  const { label, dropsRepeats, successMeans } = destinations[type];
  return { type, label, dropsRepeats, successMeans };
}

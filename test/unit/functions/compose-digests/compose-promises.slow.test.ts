import { expect, it } from 'vitest';
import type { DestinationSettings } from '../../../../shared/domain/routes/route.ts';
import { findNoFaults, places } from './find-no-faults.ts';

it.each(Object.keys(places))(
  'finds no fault in 200 slots of large customers for %s',
  async (name) => {
    await expect(findNoFaults(places[name] as DestinationSettings, 200)).resolves.toBeUndefined();
  },
  300_000,
);

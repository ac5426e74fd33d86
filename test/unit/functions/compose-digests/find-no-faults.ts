import fc from 'fast-check';
import { expect } from 'vitest';
import { rendererFor } from '../../../../message/destinations.ts';
import { type DestinationSettings, signalActions } from '../../../../shared/domain/routes/route.ts';
import { fitsBody } from '../../../support/destinations/fits-body.ts';
import { exampleLinks } from '../../../support/examples/example-digest.ts';
import { morningRoute } from '../../../support/functions/example-routes.ts';
import { openComposing } from '../../../support/functions/open-composing.ts';
import { type DrawnSlot, drawnSlot, readDrawnColumns } from '../draw-slot.ts';
import { findFaults } from '../find-faults.ts';

export const places: Record<string, DestinationSettings> = {
  'a Slack webhook': { type: 'slack', webhookUrl: { secret: 'HOOK' } },
  'a Slack bot': { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' },
  Teams: { type: 'teams', webhookUrl: { secret: 'FLOW' } },
};

/** Composes so many drawn slots for a destination, and expects no fault in what they say, and no message that is too large. */
export async function findNoFaults(to: DestinationSettings, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(drawnSlot, async (slot) => {
      const frozen = await composeDrawn(slot, to);
      expect(findFaults(slot, frozen)).toEqual([]);
      for (const { body } of frozen) expect(fitsBody(to.type, body)).toBe(true);
    }),
    { numRuns, endOnFailure: true },
  );
}

async function composeDrawn(slot: DrawnSlot, to: DestinationSettings) {
  const bench = openComposing(
    slot.signals.map(({ entry }) => entry),
    {
      rendererFor,
      config: { links: exampleLinks, ...(slot.isDeclared ? {} : { columns: undefined }) },
      ledger: {
        columns: { read: readDrawnColumns },
        summaries: { read: async (buyerId) => slot.summaries.get(buyerId) },
      },
    },
  );
  const actions = slot.hasActions && 'botToken' in to ? signalActions : undefined;
  const groupBy = slot.isByOwner ? 'owner' : undefined;
  await bench.compose({ route: { ...morningRoute, to, actions, groupBy } });
  return bench.frozen;
}

import type { DestinationKind } from '../shared/domain/routes/destination-kinds.ts';
import type { DestinationSettings } from '../shared/domain/routes/route.ts';
import type { Destination } from './send/destination.ts';
import type { Renderer } from './send/renderer.ts';
import { slack } from './slack/slack.ts';
import { teams } from './teams/teams.ts';
import { webhook } from './webhook/webhook.ts';

type Destinations = {
  readonly [Kind in DestinationKind]: Destination<Extract<DestinationSettings, { type: Kind }>>;
};

/** Every kind of destination. No other place asks of which kind one is: what differs between them stands in their entries. */
export const destinations = { slack, teams, webhook } satisfies Destinations;

/** The kind that these settings are of. */
export function destinationOf({ type }: DestinationSettings): Destination<DestinationSettings> {
  // Its methods take settings of its own type alone, and those are what it was found by.
  return destinations[type];
}

/** How digests for this kind of destination are written. */
export function rendererFor(type: DestinationKind): Renderer {
  return destinations[type].renderer;
}

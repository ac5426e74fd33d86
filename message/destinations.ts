import type { DestinationKind } from '../shared/domain/routes/destination-kinds.ts';
import type { DestinationSettings } from '../shared/domain/routes/route.ts';
import type { Destination } from './send/destination.ts';
import { slack } from './slack/slack.ts';
import { teams } from './teams/teams.ts';
import { webhook } from './webhook/webhook.ts';

type Destinations = {
  readonly [Kind in DestinationKind]: Destination<Extract<DestinationSettings, { type: Kind }>>;
};

/** Destinations by their kind. No other place asks of which kind one is: the differences stand in these entries. */
export const destinations = { slack, teams, webhook } satisfies Destinations;

export function destinationOf({ type }: DestinationSettings): Destination<DestinationSettings> {
  // The entry was found by the type of its settings, so its methods take them.
  return destinations[type];
}

export function rendererFor(type: DestinationKind): Destination<DestinationSettings> {
  return destinations[type];
}

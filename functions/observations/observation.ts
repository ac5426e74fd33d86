import { delivering } from './delivering.ts';
import { failing } from './failing.ts';
import { inbound } from './inbound.ts';
import { polling } from './polling.ts';
import { recording } from './recording.ts';
import type { Context, Row, Sentence } from './row.ts';

const kinds = { ...polling, ...recording, ...delivering, ...inbound, ...failing };

type Kinds = typeof kinds;
type FieldsOf<Kind> = Kind extends Row<infer Fields> ? Fields : never;

/**
 * It becomes structured logs and metrics in the cloud; the page, the progress lines and the run's counts on one
 * machine. Never holds a secret, a response body or a row's values.
 */
export type Observation = {
  [Kind in keyof Kinds]: { readonly kind: Kind } & OfTick & Readonly<FieldsOf<Kinds[Kind]>>;
}[keyof Kinds];

interface OfTick {
  /** The slot of the tick that queued the work; absent for an invoke by hand. */
  readonly slot?: string | undefined;
}

export type Observe = (observation: Observation) => void;

export function rowOf(observation: Observation): Row<Observation> {
  // The table's type ties each row to its kind; TypeScript can't follow that through a lookup.
  return kinds[observation.kind] as unknown as Row<Observation>;
}

/** Null if nobody is told of it. */
export function sentenceOf(observation: Observation, context: Context): Sentence | null {
  const sentence = rowOf(observation).say?.(observation, context);
  return sentence ? { about: aboutOf(observation, context), ...sentence } : null;
}

function aboutOf(observation: Observation, { buyer }: Context): string | undefined {
  if ('routeId' in observation) return `route ${observation.routeId}`;
  if ('buyerId' in observation) return buyer(observation.buyerId);
  return 'bridgeId' in observation ? `bridge ${observation.bridgeId}` : undefined;
}

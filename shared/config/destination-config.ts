import type * as v from 'valibot';
import type { DestinationSettings } from '../domain/routes/route.ts';

/** The config of one kind of destination. */
export interface DestinationConfig<Settings extends DestinationSettings> {
  /** `permitLocal` permits plain http and loopback addresses. */
  schema(permitLocal: boolean): v.GenericSchema<unknown, Settings>;
  /** As a user would write it, with the address as a secret. */
  readonly example: Settings;
  /** One of each other form that it can be written in. */
  readonly otherExamples?: readonly Settings[] | undefined;
}

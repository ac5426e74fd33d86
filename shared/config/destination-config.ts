import type * as v from 'valibot';
import type { DestinationSettings } from '../domain/routes/route.ts';

/** How a kind of destination is written in a config. */
export interface DestinationConfig<Settings extends DestinationSettings> {
  /** `permitLocal` permits plain http and loopback addresses. */
  schema(permitLocal: boolean): v.GenericSchema<unknown, Settings>;
  /** As somebody would write it, its address as a secret. */
  readonly example: Settings;
}

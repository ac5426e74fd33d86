import * as v from 'valibot';
import type { DestinationSettings } from '../domain/routes/route.ts';
import { fix, fixUnseen } from './fields.ts';
import { slackConfig } from './slack-config.ts';
import { teamsConfig } from './teams-config.ts';
import { webhookConfig } from './webhook-config.ts';

/** The schema of one kind of destination. `permitLocal` permits plain http and loopback addresses. */
type SchemaOf<Type> = (
  permitLocal: boolean,
) => v.GenericSchema<unknown, Extract<DestinationSettings, { type: Type }>>;

/**
 * The config of each kind. Separate from `destinations`, so that neither a config nor a function loads the other's
 * code.
 */
export const destinationConfigs = {
  slack: slackConfig,
  teams: teamsConfig,
  webhook: webhookConfig,
} satisfies { [Type in DestinationSettings['type']]: { readonly schema: SchemaOf<Type> } };

const types = Object.keys(destinationConfigs);
const toFix = `write ${types.map((type) => `{"type": "${type}", …}`).join(' or ')}`;

/** The destination of digests or alarms. */
export function destinationSchema(permitLocal: boolean) {
  const schemas = Object.values(destinationConfigs).map(({ schema }) => schema(permitLocal));
  return v.variant('type', schemas, (issue) => (issue.path ? fix(toFix)(issue) : fixUnseen(toFix)(issue)));
}

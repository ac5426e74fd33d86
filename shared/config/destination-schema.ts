import * as v from 'valibot';
import type { DestinationKind } from '../domain/routes/destination-kinds.ts';
import type { DestinationSettings } from '../domain/routes/route.ts';
import { fix, fixUnseen, type WrittenForm } from './fields.ts';
import { slackConfig } from './slack-config.ts';
import { teamsConfig } from './teams-config.ts';
import { webhookConfig } from './webhook-config.ts';

interface KindConfig<Kind> {
  /** Keyed by their names in `init`. */
  readonly forms: Readonly<Record<string, WrittenForm>>;
  /** `permitLocal` permits plain http and loopback addresses. */
  readonly schema: (
    permitLocal: boolean,
  ) => v.GenericSchema<unknown, Extract<DestinationSettings, { type: Kind }>>;
}

/** Separate from `destinations`, so that neither a config nor a function loads the other's code. */
export const destinationConfigs = {
  slack: slackConfig,
  teams: teamsConfig,
  webhook: webhookConfig,
} satisfies { [Kind in DestinationKind]: KindConfig<Kind> };

type Configs = typeof destinationConfigs;
export type FormName = { [Kind in keyof Configs]: keyof Configs[Kind]['forms'] }[keyof Configs];

const forms = Object.values(destinationConfigs).flatMap((kind) => Object.entries(kind.forms));

export const writtenForms = Object.fromEntries(forms) as Record<FormName, WrittenForm>;
/** A config in TypeScript imports these: `slack, slackBot`. */
export const formHelpers = forms.map(([, { helper }]) => helper).join(', ');

const types = Object.keys(destinationConfigs);
const toFix = `write ${types.map((type) => `{"type": "${type}", …}`).join(' or ')}`;

export function destinationSchema(permitLocal: boolean) {
  const schemas = Object.values(destinationConfigs).map(({ schema }) => schema(permitLocal));
  return v.variant('type', schemas, (issue) => (issue.path ? fix(toFix)(issue) : fixUnseen(toFix)(issue)));
}

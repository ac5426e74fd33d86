import * as v from 'valibot';
import type { SecretReference, TeamsDestination } from '../domain/routes/route.ts';
import { described, object, secretReference, type WrittenForm } from './fields.ts';
import { ownerMentionSchema } from './mention-schema.ts';

/** A Microsoft Teams channel or chat, by the name of the secret that holds the URL of its Workflows flow. */
export function teams(
  webhookUrl: SecretReference,
  options: Pick<TeamsDestination, 'mention'> = {},
): TeamsDestination {
  return { type: 'teams', webhookUrl, ...options };
}

export const teamsConfig = {
  forms: {
    teams: { helper: 'teams', write: (secret) => `teams(${secret('TEAMS_WEBHOOK_URL')})` },
  } satisfies Record<string, WrittenForm>,
  schema: () =>
    object(
      {
        type: v.literal('teams'),
        webhookUrl: described(secretReference, "The URL of the Teams flow's trigger: a secret."),
        mention: v.optional(ownerMentionSchema()),
      },
      'write {"type": "teams", "webhookUrl": {"secret": "NAME"}}',
    ),
};

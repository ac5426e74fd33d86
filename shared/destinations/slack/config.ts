import * as v from 'valibot';
import type { SecretInput, SlackInput } from '../../config/config-input.ts';
import type { DestinationConfig } from '../../config/destination-config.ts';
import { described, secretReference } from '../../config/field-schemas.ts';
import { object } from '../../config/fields.ts';
import type { SlackDestination } from '../../domain/routes/route.ts';

/** A Slack channel, by the name of the secret that holds its incoming webhook's address. */
export function slack(webhookUrl: SecretInput): SlackInput {
  return { type: 'slack', webhookUrl };
}

export const slackConfig = {
  schema: () =>
    object(
      {
        type: v.literal('slack'),
        webhookUrl: described(secretReference(), "The address of Slack's incoming webhook: a secret."),
      },
      'write {"type": "slack", "webhookUrl": {"secret": "NAME"}}',
    ),
  example: slack({ secret: 'SLACK_WEBHOOK_URL' }),
} satisfies DestinationConfig<SlackDestination>;

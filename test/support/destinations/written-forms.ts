import { slack, slackBot, teams, webhook } from '../../../shared/config/define-config.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';

/** Each form that a destination can be written in, as a user would write it, with the address as a secret. */
export const writtenForms: readonly DestinationSettings[] = [
  slack({ secret: 'SLACK_WEBHOOK_URL' }),
  slackBot({ secret: 'SLACK_BOT_TOKEN' }, 'C0123ABCD'),
  teams({ secret: 'TEAMS_WEBHOOK_URL' }),
  webhook({ url: { secret: 'HOOK_URL' }, signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } }),
];

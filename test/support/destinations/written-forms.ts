import { secret, slack, slackBot, teams, webhook } from '../../../shared/config/define-config.ts';
import type { DestinationKind } from '../../../shared/domain/routes/destination-kinds.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';

/** Each form of each kind of destination, as a user would write it, with the address as a secret. */
const formsOf: { readonly [Kind in DestinationKind]: readonly DestinationSettings[] } = {
  slack: [slack({ secret: 'SLACK_WEBHOOK_URL' }), slackBot({ secret: 'SLACK_BOT_TOKEN' }, 'C0123ABCD')],
  teams: [teams({ secret: 'TEAMS_WEBHOOK_URL' })],
  webhook: [
    webhook({ url: { secret: 'HOOK_URL' }, signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } }),
    webhook({
      url: { secret: 'TOOL_URL' },
      headers: { Authorization: secret('TOOL_TOKEN', { prefix: 'Bearer ' }), 'Idempotency-Key': '${id}' },
      body: { from: 'signalpost', what: '${type}', told: { $eval: 'data' } },
      final: [418],
    }),
  ],
};

export const writtenForms = Object.values(formsOf).flat();

import * as v from 'valibot';
import { checkDestinationUrl } from '../domain/routes/destination-url.ts';
import type {
  SecretReference,
  SlackBotDestination,
  SlackDestination,
  SlackWebhookDestination,
} from '../domain/routes/route.ts';
import {
  fixUnseen,
  foundAddress,
  object,
  optional,
  refuse,
  secretReference,
  type WrittenForm,
  written,
} from './fields.ts';
import { mentionSchema } from './mention-schema.ts';

/** A Slack channel, by the name of the secret that holds its incoming webhook's address. */
export function slack(
  webhookUrl: SecretReference,
  options: Pick<SlackWebhookDestination, 'mention'> = {},
): SlackWebhookDestination {
  return { type: 'slack', webhookUrl, ...options };
}

/**
 * A Slack channel by its id, and the secret that holds a bot's token: what is not hot goes into a thread. With
 * `{ botToken, channel: 'owner', otherwise: 'C…' }` each owner is told directly.
 */
export function slackBot(settings: Omit<SlackBotDestination, 'type'>): SlackBotDestination;
export function slackBot(
  botToken: SecretReference,
  channel: string,
  options?: Pick<SlackBotDestination, 'mention' | 'apiUrl'>,
): SlackBotDestination;
export function slackBot(
  given: SecretReference | Omit<SlackBotDestination, 'type'>,
  channel = '',
  options: Pick<SlackBotDestination, 'mention' | 'apiUrl'> = {},
): SlackBotDestination {
  if ('secret' in given) return { type: 'slack', botToken: given, channel, ...options };
  return { type: 'slack', ...given };
}

const forms =
  'write {"type": "slack", "webhookUrl": {"secret": "NAME"}}, or "botToken" and "channel" for a bot';
const channelFix =
  'write the id of a channel, as "C0123ABCD": Slack shows it at the end of the channel\'s details';
const ownerFix = `${channelFix}; or "owner" to tell each owner directly`;
const apiFix = 'leave it out: another address than Slack\'s is for a run on one machine, with "local": true';
const slackApis: readonly string[] = ['https://slack.com/api', 'https://slack-gov.com/api'];

export const slackConfig = {
  forms: {
    slack: { helper: 'slack', write: (secret) => `slack(${secret('SLACK_WEBHOOK_URL')})` },
    'slack-bot': {
      helper: 'slackBot',
      write: (secret, channel) => `slackBot(${secret('SLACK_BOT_TOKEN')}, '${channel}')`,
    },
  } satisfies Record<string, WrittenForm>,
  schema: (permitLocal: boolean) =>
    v.pipe(
      object(
        {
          type: v.literal('slack'),
          webhookUrl: optional(
            secretReference,
            "The address of Slack's incoming webhook: a secret. It has no threads.",
          ),
          botToken: optional(
            secretReference,
            'The token of a bot, xoxb-…: a secret. Hot signals go into the channel, the others into a thread.',
          ),
          channel: optional(
            written(/^([CG][A-Z0-9]{2,30}|owner)$/, ownerFix),
            'With botToken: the id of the channel, C… or G…, of which the bot must be a member; or "owner", which tells each owner of people directly.',
          ),
          otherwise: optional(
            written(/^[CG][A-Z0-9]{2,30}$/, channelFix),
            'With channel "owner": the id of the channel for signals of nobody, and of owners whom people has no Slack id of.',
          ),
          apiUrl: optional(
            v.pipe(
              v.string(fixUnseen(apiFix)),
              refuse((url) => findApiProblem(url, permitLocal)),
              v.metadata({ format: 'uri' }),
            ),
            "With botToken: another Web API than https://slack.com/api. Any address where local is true, else GovSlack's.",
          ),
          mention: v.optional(mentionSchema),
        },
        forms,
      ),
      refuse(findFormProblem),
      v.transform((settings) => settings as Spelled<SlackDestination>),
    ),
};

/** A variant takes no interface: it has no index signature. */
type Spelled<Settings> = Settings extends unknown ? { [Field in keyof Settings]: Settings[Field] } : never;

type Written = Partial<
  Readonly<Record<'webhookUrl' | 'botToken' | 'channel' | 'otherwise' | 'apiUrl', unknown>>
>;

function findFormProblem({ webhookUrl, botToken, channel, otherwise, apiUrl }: Written): string | null {
  if (webhookUrl === undefined && botToken === undefined) return `webhookUrl is missing; ${forms}`;
  if (webhookUrl !== undefined && botToken !== undefined) {
    return 'found webhookUrl and botToken; write one of them: each is a way of its own into a channel';
  }
  if (botToken !== undefined) {
    if (channel === undefined) return `channel is missing; ${ownerFix}`;
    if ((channel === 'owner') === (otherwise !== undefined)) return null;
    return otherwise === undefined
      ? `otherwise is missing beside the channel "owner"; ${channelFix}`
      : 'found otherwise beside a channel\'s id; leave it out, or write "channel": "owner"';
  }
  const [other] =
    Object.entries({ channel, otherwise, apiUrl }).find(([, value]) => value !== undefined) ?? [];
  return other ? `found ${other} beside webhookUrl; leave it out: the webhook leads to one channel` : null;
}

function findApiProblem(url: string, permitLocal: boolean): string | null {
  if (!permitLocal) return slackApis.includes(url) ? null : `found another address; ${apiFix}`;
  return foundAddress(checkDestinationUrl(url, permitLocal));
}

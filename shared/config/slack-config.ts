import * as v from 'valibot';
import { checkDestinationUrl } from '../domain/routes/destination-url.ts';
import type {
  SecretReference,
  SlackBotDestination,
  SlackDestination,
  SlackWebhookDestination,
} from '../domain/routes/route.ts';
import { foundAddress, optional, secretReference } from './field-schemas.ts';
import { fix, fixUnseen, object, refuse, type WrittenForm } from './fields.ts';
import { mentionSchema } from './mention-schema.ts';

/** A Slack channel, by the name of the secret that holds its incoming webhook's address. */
export function slack(
  webhookUrl: SecretReference,
  options: Pick<SlackWebhookDestination, 'mention'> = {},
): SlackWebhookDestination {
  return { type: 'slack', webhookUrl, ...options };
}

/** A Slack channel by its id, and the secret that holds a bot's token: what is not hot goes into a thread. */
export function slackBot(
  botToken: SecretReference,
  channel: string,
  options: Pick<SlackBotDestination, 'mention' | 'apiUrl'> = {},
): SlackBotDestination {
  return { type: 'slack', botToken, channel, ...options };
}

const forms =
  'write {"type": "slack", "webhookUrl": {"secret": "NAME"}}, or "botToken" and "channel" for a bot';
const channelFix =
  'write the id of a channel, as "C0123ABCD": Slack shows it at the end of the channel\'s details';
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
            secretReference(),
            "The address of Slack's incoming webhook: a secret. It has no threads.",
          ),
          botToken: optional(
            secretReference(),
            'The token of a bot, xoxb-…: a secret. Hot signals go into the channel, the others into a thread.',
          ),
          channel: optional(
            v.pipe(v.string(fix(channelFix)), v.regex(/^[CG][A-Z0-9]{2,30}$/, fix(channelFix))),
            'With botToken: the id of the channel, C… or G…. The bot must be a member of it.',
          ),
          apiUrl: optional(
            v.pipe(
              v.string(fixUnseen(apiFix)),
              refuse((url) => findApiProblem(url, permitLocal)),
              v.metadata({ format: 'uri' }),
            ),
            "With botToken: another Web API than https://slack.com/api. Any address where local is true, else GovSlack's.",
          ),
          mention: v.optional(mentionSchema()),
        },
        forms,
      ),
      refuse(findFormProblem),
      v.transform((settings) => settings as Spelled<SlackDestination>),
    ),
};

/** A variant takes no interface: it has no index signature. */
type Spelled<Settings> = Settings extends unknown ? { [Field in keyof Settings]: Settings[Field] } : never;

type Written = Partial<Readonly<Record<'webhookUrl' | 'botToken' | 'channel' | 'apiUrl', unknown>>>;

/** Each form has fields of its own, and takes none of the other's. */
function findFormProblem({ webhookUrl, botToken, channel, apiUrl }: Written): string | null {
  if (webhookUrl === undefined && botToken === undefined) return `webhookUrl is missing; ${forms}`;
  if (webhookUrl !== undefined && botToken !== undefined) {
    return 'found webhookUrl and botToken; write one of them: each is a way of its own into a channel';
  }
  if (botToken !== undefined) return channel === undefined ? `channel is missing; ${channelFix}` : null;
  const other = channel !== undefined ? 'channel' : apiUrl !== undefined ? 'apiUrl' : null;
  return other && `found ${other} beside webhookUrl; leave it out: the webhook leads to one channel`;
}

function findApiProblem(url: string, permitLocal: boolean): string | null {
  if (!permitLocal) return slackApis.includes(url) ? null : `found another address; ${apiFix}`;
  return foundAddress(checkDestinationUrl(url, permitLocal));
}

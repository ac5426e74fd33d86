import type { SlackDestination } from '../../domain/routes/route.ts';
import type { Destination } from '../destination.ts';
import { findOwnWord } from './own-words.ts';
import { slackProbe } from './probe.ts';
import { renderAlarm } from './render-alarm.ts';
import { slackRenderer } from './render-slack.ts';
import { webhookAddress } from './webhook-address.ts';

/** A channel, by an incoming webhook. It has no idempotency: a message that comes twice stands there twice. */
export const slack = {
  label: 'Slack',
  written: "slack(secret('NAME'))",
  dropsRepeats: false,
  renderer: slackRenderer,
  renderAlarm,
  addressOf: ({ webhookUrl }) => webhookUrl,
  secretsOf: ({ webhookUrl }) => [{ ...webhookUrl, form: webhookAddress }],
  headersFor: () => ({}),
  judgeAnswer: findOwnWord,
  probe: slackProbe,
} satisfies Destination<SlackDestination>;

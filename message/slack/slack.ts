import type { SlackDestination } from '../../shared/domain/routes/route.ts';
import { isMember } from '../../shared/domain/routes/slack-place.ts';
import type { Destination } from '../send/destination.ts';
import { writeMessages } from '../send/messages.ts';
import { withoutContacts } from './blocks.ts';
import { addressBody, authorize, botProbe, botToken, isBot, methodUrl } from './bot.ts';
import { findBotWord, findThread } from './bot-words.ts';
import { findOwnWord, slackProbe, webhookAddress } from './incoming-webhook.ts';
import { formatPlain, writePlain } from './plain-form.ts';
import { hasRoom, measure, writeBody } from './write-blocks.ts';

/** Slack takes messages by an incoming webhook or a bot. It has no idempotency: a repeated message stands there twice. */
export const slack = {
  written: "slack(secret('NAME'))",
  ...writeMessages({
    write: writeBody,
    hasRoom,
    writePlain,
    measure,
    hasThreads: isBot,
    formatBody: (body, plainBody = body) => formatPlain(plainBody),
  }),
  formatPlace: (to) => {
    if (!isBot(to)) return `Slack (${to.webhookUrl.secret})`;
    return `the Slack ${isMember(to) ? 'member' : 'channel'} ${to.channel}`;
  },
  addressOf: (to, method = 'chat.postMessage') => (isBot(to) ? methodUrl(to, method) : to.webhookUrl),
  secretsOf: (to) =>
    isBot(to) ? [{ ...to.botToken, form: botToken }] : [{ ...to.webhookUrl, form: webhookAddress }],
  headersFor: (_, to, secrets) => (isBot(to) ? authorize(to, secrets) : {}),
  writeBody({ body, thread, showsContacts }, to) {
    const shown = showsContacts ? body : withoutContacts(body);
    return isBot(to) ? addressBody(shown, thread, to) : shown;
  },
  judgeAnswer: (answer, to) => (isBot(to) ? findBotWord(answer) : findOwnWord(answer)),
  findThread: (answer, to) => (isBot(to) ? findThread(answer) : null),
  probe: {
    requestFor: (to, secrets) =>
      isBot(to) ? botProbe.requestFor(to, secrets) : slackProbe.requestFor(to, secrets),
    judge: (to, answer, fixSecret) =>
      isBot(to) ? botProbe.judge(to, answer, fixSecret) : slackProbe.judge(to, answer, fixSecret),
  },
} satisfies Destination<SlackDestination>;

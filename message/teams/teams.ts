import type { TeamsDestination } from '../../shared/domain/routes/route.ts';
import type { Destination } from '../send/destination.ts';
import { writeMessages } from '../send/messages.ts';
import { formatCard, writeEnvelope } from './card.ts';
import { findOwnWord, flowAddress, teamsProbe } from './flow.ts';

/**
 * Teams takes 28 KB once the flow has wrapped the card ("Message size limit" of its connector). The flow fails only after
 * it has accepted the body, so no smaller one could follow: this stays well below.
 */
const longestBodyBytes = 20_000;

/**
 * Teams takes messages by a flow of Workflows. It has no idempotency, and nobody here learns what fails within the flow.
 */
export const teams = {
  written: "teams(secret('NAME'))",
  ...writeMessages({
    write: writeEnvelope,
    hasRoom: (message) => Buffer.byteLength(writeEnvelope(message)) < longestBodyBytes,
    measure: (body) => [{ of: 'bytes', is: Buffer.byteLength(body), most: longestBodyBytes }],
    formatBody: formatCard,
  }),
  formatPlace: ({ webhookUrl }) => `Teams (${webhookUrl.secret})`,
  addressOf: ({ webhookUrl }) => webhookUrl,
  secretsOf: ({ webhookUrl }) => [{ ...webhookUrl, form: flowAddress }],
  headersFor: () => ({}),
  judgeAnswer: findOwnWord,
  probe: teamsProbe,
} satisfies Destination<TeamsDestination>;

import type { TeamsDestination } from '../../domain/routes/route.ts';
import type { Destination } from '../destination.ts';
import { findOwnWord, flowAddress, teamsProbe } from './flow.ts';
import { renderAlarm } from './render-alarm.ts';
import { teamsRenderer } from './render-teams.ts';

/** A channel or a chat, by a flow of Workflows. It has no idempotency, and what fails within the flow it tells nobody here. */
export const teams = {
  label: 'Teams',
  written: "teams(secret('NAME'))",
  dropsRepeats: false,
  successMeans: 'accepted',
  renderer: teamsRenderer,
  renderAlarm,
  tellPlace: ({ webhookUrl }) => `Teams (${webhookUrl.secret})`,
  addressOf: ({ webhookUrl }) => webhookUrl,
  secretsOf: ({ webhookUrl }) => [{ ...webhookUrl, form: flowAddress }],
  headersFor: () => ({}),
  hasThreads: () => false,
  writeBody: ({ body }) => body,
  judgeAnswer: findOwnWord,
  findThread: () => null,
  probe: teamsProbe,
} satisfies Destination<TeamsDestination>;

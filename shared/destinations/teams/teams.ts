import { type HeartbeatContent, tellHeartbeat, tellOrigin } from '../../domain/digests/heartbeat.ts';
import type { DigestMessage } from '../../domain/message/message.ts';
import type { TeamsDestination } from '../../domain/routes/route.ts';
import type { Destination, Renderer } from '../destination.ts';
import { fitsInLeast, mostDetailed } from '../most-detailed.ts';
import { run, textBlock, writeCard, writeEnvelope } from './card.ts';
import { findOwnWord, flowAddress, teamsProbe } from './flow.ts';
import { renderAlarm } from './render-alarm.ts';

/**
 * Teams takes 28 KB once the flow has wrapped the card ("Message size limit" of its connector). The flow fails only after
 * it has accepted the body, so no smaller one could follow: this stays well below.
 */
const longestBodyBytes = 20_000;

const teamsRenderer: Renderer = {
  render: (content) => writeBody(mostDetailed(content, hasRoomFor)),
  fits: (content) => fitsInLeast(content, hasRoomFor),
  renderHeartbeat,
};

function hasRoomFor(message: DigestMessage): boolean {
  return Buffer.byteLength(writeBody(message)) < longestBodyBytes;
}

function writeBody(message: DigestMessage): string {
  return writeEnvelope(writeCard(message));
}

/** A sentence and one line beneath it: whoever looks at the channel sees that nothing is amiss, and reads on. */
function renderHeartbeat(content: HeartbeatContent): string {
  return writeEnvelope([
    textBlock([run(tellHeartbeat(content))]),
    textBlock([run(tellOrigin(content), { size: 'Small', isSubtle: true })], { spacing: 'Small' }),
  ]);
}

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
  judgeAnswer: findOwnWord,
  probe: teamsProbe,
} satisfies Destination<TeamsDestination>;

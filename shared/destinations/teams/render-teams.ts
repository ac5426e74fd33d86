import type { DigestMessage } from '../../domain/message/message.ts';
import type { Renderer } from '../destination.ts';
import { fitsInLeast, mostDetailed } from '../most-detailed.ts';
import { writeEnvelope } from './card.ts';
import { renderHeartbeat } from './render-heartbeat.ts';
import { writeCard } from './write-card.ts';

/**
 * Teams takes 28 KB once the flow has wrapped the card ("Message size limit" of its connector). The flow fails only after
 * it has accepted the body, so no smaller one could follow: this stays well below.
 */
const longestBodyBytes = 20_000;

export const teamsRenderer: Renderer = {
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

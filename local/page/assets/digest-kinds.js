import { renderSlackMessage } from './slack-message.js';
import { renderWebhookDigest } from './webhook-digest.js';

/** @import { DigestCard } from '../view-model.ts' */

/**
 * @typedef {object} DigestKind
 * @property {string} label What it is sent to: `sales to Slack`.
 * @property {(body: unknown, at: number) => HTMLElement} draw
 * @property {boolean} namesItself Whether the drawn message names its digest's id.
 * @property {(times: number) => string} cameAgain What became of a digest that came more than once.
 */

/** How the digests of each kind of destination are shown: all that this page knows of them. */
const kinds = /** @satisfies {Record<NonNullable<DigestCard['type']>, DigestKind>} */ ({
  slack: {
    label: 'Slack',
    draw: renderSlackMessage,
    namesItself: true,
    cameAgain: (times) => `stands in Slack ${times} times`,
  },
  webhook: {
    label: 'webhook',
    draw: renderWebhookDigest,
    namesItself: false,
    cameAgain: (times) => `came ${times} times, taken once`,
  },
});

/** A digest of a kind that an older release knew is drawn as data. */
const unknownKind = { ...kinds.webhook, label: 'its destination' };

/**
 * @param {DigestCard['type']} type
 * @returns {DigestKind}
 */
export function kindOf(type) {
  return type === null ? unknownKind : kinds[type];
}

/** For the filter: each kind's name in a digest's card, and in words. */
export function kindsByName() {
  return Object.entries(kinds).map(([name, { label }]) => ({
    name,
    label: label.charAt(0).toUpperCase() + label.slice(1),
  }));
}

import { el, setText } from './elements.js';
import { renderSlackMessage } from './slack-message.js';
import { isTeamsMessage, renderTeamsMessage } from './teams-message.js';
import { isWebhookDigest, renderWebhookDigest } from './webhook-digest.js';
import { kilobytes, plural, timeOf } from './words.js';

/** @import { CardAttempt, DigestCard } from '../view-model.ts' */

/** @type {Record<CardAttempt['outcome'], [tone: string, word: string]>} */
const outcomes = {
  delivered: ['good', 'Delivered'],
  retry: ['warn', 'Retrying'],
  gone: ['bad', 'Destination gone'],
  dead: ['bad', 'Given up'],
};

/** Taken, which is all that such a destination says. @type {[tone: string, word: string]} */
const accepted = ['good', 'Accepted'];

/** One digest's card. Its head and foot follow its state; its body is redrawn only when it changes. */
export function createDigestCard() {
  const title = el('h3', { class: 'digest-title' });
  const state = el('span', { class: 'pill' });
  const time = el('time', { class: 'digest-time' });
  const body = el('div', { class: 'digest-body' });
  const foot = el('ul', { class: 'digest-foot' });
  const raw = createRawJson();
  let drawn = '';
  const item = el(
    'li',
    {},
    el(
      'article',
      { class: 'digest' },
      el('div', { class: 'digest-head' }, title, state, time),
      body,
      foot,
      raw.element,
    ),
  );
  const view = {
    item,
    card: /** @type {DigestCard | null} */ (null),
    /** @param {DigestCard} card */
    write(card) {
      const toDraw = JSON.stringify([card.body, waitingWords(card)]);
      view.card = card;
      item.dataset.digest = card.key;
      title.replaceChildren(...titleOf(card));
      const [tone, word] = stateOf(card);
      state.dataset.tone = tone;
      setText(state, word);
      setText(time, timeOf(card.at));
      time.dateTime = new Date(card.at).toISOString();
      // Redrawing an unchanged body would lose the reader's selection and close the sections that they opened.
      if (toDraw !== drawn) body.replaceChildren(...renderBody(card));
      drawn = toDraw;
      foot.replaceChildren(...factsOf(card).map((fact) => el('li', {}, ...fact)));
      raw.write(card);
    },
  };
  return view;
}

/** @param {DigestCard} card */
function titleOf({ routeId, kind, part, heartbeat }) {
  const label = kind?.label ?? 'its destination';
  const title =
    routeId === null
      ? [`A message to ${label}`]
      : [routeId, el('span', { class: 'digest-kind' }, ` to ${label}`)];
  if (heartbeat) return [...title, el('span', { class: 'digest-kind' }, ', heartbeat')];
  return part !== null && part > 1
    ? [...title, el('span', { class: 'digest-kind' }, `, part ${part}`)]
    : title;
}

/** @param {Pick<DigestCard, 'attempts'>} card */
export function wasDelivered({ attempts }) {
  return attempts.some(({ outcome }) => outcome === 'delivered');
}

/**
 * @param {DigestCard} card
 * @returns {[tone: string, word: string]}
 */
function stateOf(card) {
  const { attempts, received, heldBecause } = card;
  const last = attempts.at(-1);
  if (heldBecause !== null) return ['warn', 'Kept'];
  if (wasDelivered(card)) return card.kind?.successMeans === 'accepted' ? accepted : outcomes.delivered;
  if (last) return outcomes[last.outcome];
  return received > 0 ? ['good', 'Received'] : ['quiet', 'Waiting'];
}

/** @param {DigestCard} card */
function renderBody(card) {
  const words = waitingWords(card);
  const waiting = words === null ? [] : [el('p', { class: 'digest-waiting' }, words)];
  if (card.body === null) return waiting;
  return [...waiting, renderMessage(card.body, card.at)];
}

/**
 * A body of a kind that the page does not know is shown as it is.
 *
 * @param {unknown} body
 * @param {number} at Milliseconds since the epoch.
 */
function renderMessage(body, at) {
  if (isTeamsMessage(body)) return renderTeamsMessage(body, at);
  if (isSlackMessage(body)) return renderSlackMessage(body, at);
  if (isWebhookDigest(body)) return renderWebhookDigest(body);
  return el('pre', { class: 'payload-json' }, JSON.stringify(body, null, 2));
}

/**
 * Whether the body is a Slack message, with a text or blocks. Anything else is data.
 *
 * @param {unknown} body
 */
function isSlackMessage(body) {
  return typeof body === 'object' && body !== null && ('text' in body || 'blocks' in body);
}

/**
 * Why the digest is not delivered yet, or why its body is not shown; null if neither.
 *
 * @param {DigestCard} card
 */
function waitingWords(card) {
  const { attempts, heldBecause, received, bodyOmitted, body } = card;
  if (wasDelivered(card) || received > 0) {
    if (bodyOmitted) return 'Too large to show here.';
    return body === null ? 'Only the latest digests are shown in full.' : null;
  }
  const last = attempts.at(-1)?.outcome;
  if (heldBecause !== null || last === 'gone') return 'Kept until its route is resumed.';
  if (last === 'dead') return 'Given up and kept. A redrive sends the same bytes again.';
  if (last === 'retry') return 'Not delivered yet. The next attempt sends the same bytes with the same id.';
  return 'Waiting to be sent. Its bytes never change again.';
}

/** @param {DigestCard} card */
function factsOf(card) {
  /** @type {(Node | string)[][]} */
  const facts = [];
  if (card.signature === 'valid') facts.push([el('span', { class: 'check' }, 'Signature valid')]);
  if (card.signals !== null) facts.push([plural(card.signals, 'signal')]);
  const lastAttempt = card.attempts.at(-1);
  if (lastAttempt) facts.push([attemptWords(lastAttempt)]);
  if (card.heldBecause !== null) facts.push([card.heldBecause]);
  if (card.bytes !== null) facts.push([kilobytes(card.bytes)]);
  if (card.received > 1) {
    const { label, dropsRepeats } = card.kind ?? { label: 'its destination', dropsRepeats: false };
    facts.push([
      dropsRepeats
        ? `received ${card.received} times, accepted once`
        : `posted ${card.received} times to ${label}`,
    ]);
  }
  if (card.digestId !== null) {
    facts.push([el('code', { title: 'The digest’s id: the same at every attempt' }, card.digestId)]);
  }
  return facts;
}

/** @param {CardAttempt} last */
function attemptWords(last) {
  const count = plural(last.attempt, 'attempt');
  if (last.outcome === 'delivered') return count;
  const next = last.nextAttemptAt ? `, next ${timeOf(last.nextAttemptAt)}` : '';
  return `${count}: ${last.reason}${next}`;
}

/** @param {DigestCard} card */
function jsonTitleOf(card) {
  if (card.received > 0) return 'JSON as received';
  return wasDelivered(card) ? 'JSON as sent' : 'JSON to be sent';
}

function createRawJson() {
  const text = el('pre', { tabindex: '0', 'aria-label': 'The digest as JSON' });
  const title = el('summary');
  const element = el('details', { class: 'raw', hidden: true }, title, text);
  /** @type {unknown} */
  let body = null;
  const fill = () => {
    if (element.open) setText(text, JSON.stringify(body, null, 2));
  };
  element.addEventListener('toggle', fill);
  return {
    element,
    /** @param {DigestCard} card */
    write(card) {
      body = card.body;
      element.hidden = body === null;
      setText(title, jsonTitleOf(card));
      fill();
    },
  };
}

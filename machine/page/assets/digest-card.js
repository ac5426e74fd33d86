import { el, setText } from './elements.js';
import { renderSlackMessage } from './slack-message.js';
import { isTeamsMessage, renderTeamsMessage } from './teams-message.js';
import { plural, timeOf } from './words.js';

/** @import { DigestCard } from '../view-model.ts' */

/** One digest's card. Its head and foot follow its state; its body is redrawn only when it changes. */
export function createDigestCard() {
  const title = el('h3', { class: 'digest-title' });
  const state = el('span', { class: 'pill' });
  const time = el('time', { class: 'digest-time' });
  const body = el('div', { class: 'digest-body' });
  const foot = el('ul', { class: 'digest-foot' });
  const head = el('div', { class: 'digest-head' }, title, state, time);
  let drawn = '';
  return {
    item: el('li', {}, el('article', { class: 'digest' }, head, body, foot)),
    /** @param {DigestCard} card */
    write(card) {
      const { routeId, label, heartbeat, part } = card;
      const more = `${heartbeat ? ', heartbeat' : ''}${part > 1 ? `, part ${part}` : ''}`;
      title.replaceChildren(
        routeId,
        el('span', { class: 'digest-kind' }, ` to ${label ?? 'its destination'}${more}`),
      );
      const [tone, word] = stateOf(card);
      state.dataset.tone = tone;
      setText(state, word);
      setText(time, timeOf(card.at));
      time.dateTime = new Date(card.at).toISOString();
      // Redrawing an unchanged body would lose the reader's selection.
      const toDraw = JSON.stringify(card.body);
      if (toDraw !== drawn) body.replaceChildren(renderBody(card));
      drawn = toDraw;
      foot.replaceChildren(...factsOf(card).map((fact) => el('li', {}, fact)));
    },
  };
}

/**
 * @param {DigestCard} card
 * @returns {[tone: string, word: string]}
 */
function stateOf({ state, attempts, successMeans }) {
  switch (state) {
    case 'DELIVERED':
      return ['good', successMeans === 'accepted' ? 'Accepted' : 'Delivered'];
    case 'DEAD':
      return ['bad', 'Failed for good'];
    case 'HELD':
      return ['warn', 'Waiting for its route'];
    default:
      return attempts > 0 ? ['warn', 'Retrying'] : ['quiet', 'Waiting'];
  }
}

/** @param {DigestCard} card */
function renderBody({ body, at }) {
  if (body === null) return el('p', {}, 'Too large to show here.');
  if (isTeamsMessage(body)) return renderTeamsMessage(body, at);
  if (isSlackMessage(body)) return renderSlackMessage(body, at);
  return el('pre', { class: 'json', tabindex: '0', 'aria-label': 'The digest as JSON' }, toJson(body));
}

/** @param {unknown} body */
function toJson(body) {
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2);
}

/**
 * Whether the body is a Slack message, with a text or blocks. Anything else is data.
 *
 * @param {unknown} body
 */
function isSlackMessage(body) {
  return typeof body === 'object' && body !== null && ('text' in body || 'blocks' in body);
}

/** @param {DigestCard} card */
function factsOf({ digestId, heartbeat, signals, state, attempts, reason, dueAt }) {
  /** @type {(Node | string)[]} */
  const facts = [];
  if (!heartbeat) facts.push(plural(signals, 'signal'));
  if (attempts > 0) facts.push(plural(attempts, 'attempt'));
  if (state !== 'DELIVERED' && reason !== null) facts.push(reason);
  if (state === 'FROZEN' && attempts > 0 && dueAt !== null) facts.push(`next attempt ${timeOf(dueAt)}`);
  facts.push(el('code', { title: 'The digest’s id: the same at every attempt' }, digestId));
  return facts;
}

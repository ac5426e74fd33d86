import { el } from './elements.js';
import { renderMarkdown } from './markdown.js';
import { list } from './slack-text.js';
import { dayOf, plural, timeOf } from './words.js';

/** @import { Block } from './slack-text.js' */

const shownColumns = 3;

/** @param {unknown} body */
export function isWebhookDigest(body) {
  const { type } = /** @type {Block} */ (body ?? {});
  return type === 'digest.created' || type === 'heartbeat.created';
}

/**
 * The body of a webhook as a compact card: buyers, what is known about them, and their signals.
 *
 * @param {unknown} body
 */
export function renderWebhookDigest(body) {
  const message = /** @type {Block} */ (body ?? {});
  const data = message.data ?? {};
  if (message.type === 'heartbeat.created') return renderHeartbeat(data);
  const buyers = list(data.buyers).map(renderBuyer);
  const notes = [];
  if (data.unreadable > 0) notes.push(`${plural(data.unreadable, 'signal')} could not be read`);
  if (data.held > 0) notes.push(`${plural(data.held, 'signal')} held back`);
  for (const mute of list(data.muted))
    notes.push(`${plural(mute.signals, 'signal')} muted until ${timeOf(mute.until)}`);
  if (data.parts > 1) notes.push(`part ${data.part} of ${data.parts}`);
  const note = notes.length > 0 ? el('p', { class: 'payload-note' }, notes.join(' · ')) : null;
  return el('div', { class: 'payload' }, buyers, note);
}

/**
 * Shows only the heartbeat's sentence: its counts are for programs, and are in the JSON.
 *
 * @param {Block} data
 */
function renderHeartbeat({ sentence, from, until }) {
  return el(
    'div',
    { class: 'payload' },
    el('p', {}, text(sentence) ?? 'A heartbeat without a sentence'),
    el('p', { class: 'payload-period' }, `${timeOf(from)} to ${timeOf(until)}`),
  );
}

/** @param {Block} buyer */
function renderBuyer(buyer) {
  const score = Number.isFinite(buyer.score) ? buyer.score : null;
  const head = el(
    'div',
    { class: 'buyer-head' },
    el('h4', {}, text(buyer.name) ?? `Buyer ${text(buyer.buyerId) ?? ''}`),
    score === null ? null : el('span', { class: 'score' }, 'Score ', el('b', {}, String(score))),
  );
  return el(
    'section',
    { class: 'buyer' },
    head,
    renderSummary(buyer),
    el('ul', { class: 'signals' }, list(buyer.signals).map(renderSignal)),
  );
}

/** @param {Block} buyer */
function renderSummary({ summary, summaryStatus }) {
  if (summaryStatus === 'pending')
    return el('p', { class: 'summary pending' }, 'The summary was not ready yet.');
  const blocks = [summary?.whatsRecent, summary?.theBiggerPicture, summary?.areasForDeeperDiscovery];
  const intro = blocks.map((block) => text(block?.intro)).find((found) => found !== null);
  const sections = blocks.flatMap((block) => list(block?.sections));
  if (intro === undefined && sections.length === 0) return null;
  const more = sections.map((section) => [
    el('dt', {}, text(section.title) ?? 'More'),
    el('dd', {}, renderMarkdown(text(section.text) ?? '')),
  ]);
  return el(
    'div',
    { class: 'summary' },
    intro === undefined ? [] : renderMarkdown(intro),
    more.length === 0
      ? null
      : el(
          'details',
          {},
          el('summary', {}, `${plural(sections.length, 'section')} of the summary`),
          el('dl', {}, more.flat()),
        ),
  );
}

/** @param {Block} signal */
function renderSignal(signal) {
  const about = [text(signal.bridgeName), ...columnWords(signal.columns)].filter((part) => part !== null);
  const seen = dayOf(signal.firstSeenAt);
  if (seen) about.push(`seen ${seen}`);
  return el(
    'li',
    { class: 'signal' },
    el('span', { class: 'signal-name' }, text(signal.name) ?? 'A signal without a name'),
    signal.hot
      ? el(
          'span',
          { class: 'pill hot' },
          Number.isFinite(signal.hotnessRank) ? `Hot, no. ${signal.hotnessRank}` : 'Hot',
        )
      : null,
    el('span', { class: 'signal-about' }, about.join(' · ')),
  );
}

/**
 * The first few columns that are short enough to read in a line.
 *
 * @param {Record<string, unknown> | undefined} columns
 */
function columnWords(columns) {
  return Object.entries(columns ?? {})
    .filter(([, value]) => (typeof value === 'string' && value.length <= 40) || typeof value === 'number')
    .slice(0, shownColumns)
    .map(([name, value]) => `${name}: ${value}`);
}

/** @param {unknown} value */
function text(value) {
  return typeof value === 'string' && value !== '' ? value : null;
}

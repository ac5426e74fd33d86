import { el } from './elements.js';
import { list, renderRichText } from './slack-text.js';
import { timeOf } from './words.js';

/** @import { Block } from './slack-text.js' */

/**
 * Draws a message as Slack's own window would: the app's name and time, then the blocks, or the text without any. It
 * knows the blocks that digests have, and no others.
 *
 * @param {unknown} message
 * @param {number} at Milliseconds since the epoch.
 */
export function renderSlackMessage(message, at) {
  const received = /** @type {Block} */ (message ?? {});
  const rendered = list(received.blocks).map(renderBlock);
  const author = el(
    'div',
    { class: 'slack-author' },
    el('b', {}, 'Signalpost'),
    el('span', { class: 'slack-app' }, 'APP'),
    el('span', { class: 'slack-time' }, timeOf(at).replace(/:\d\d$/, '')),
  );
  const content =
    rendered.length > 0 ? rendered : el('p', { class: 'slack-rich' }, unescapeText(received.text));
  return el(
    'div',
    { class: 'slack' },
    el('img', { class: 'slack-avatar', src: '/signalpost.svg', alt: '', width: '36', height: '36' }),
    el('div', { class: 'slack-message' }, author, content),
  );
}

/**
 * The text of a message without blocks, which Slack sends escaped. It can only become text here.
 *
 * @param {unknown} text
 */
function unescapeText(text) {
  return String(text ?? '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** @type {Record<string, (block: Block) => Node>} */
const renderers = {
  header: (block) => el('h4', { class: 'slack-header' }, textOf(block.text)),
  divider: () => el('hr', { class: 'slack-divider' }),
  context: (block) =>
    el(
      'div',
      { class: 'slack-context' },
      list(block.elements).map((element) => el('span', {}, textOf(element))),
    ),
  rich_text: (block) => el('div', { class: 'slack-rich' }, renderRichText(block)),
};

/** @param {Block} block */
function renderBlock(block) {
  const render = Object.hasOwn(renderers, block.type) ? renderers[block.type] : undefined;
  return render?.(block) ?? el('p', { class: 'slack-context' }, `A block of the type ${String(block.type)}`);
}

/** @param {Block | null | undefined} text */
function textOf(text) {
  return String(text?.text ?? '');
}

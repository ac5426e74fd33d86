import { el, outwardLink } from './elements.js';
import { list, renderMessageText, renderRichText, renderText } from './slack-text.js';
import { timeOf } from './words.js';

/** @import { Block } from './slack-text.js' */

/**
 * Draws a message as Slack's own window would: the app's name and time, then the blocks, or the text without any.
 *
 * @param {unknown} message
 * @param {number} at Milliseconds since the epoch.
 */
export function renderSlackMessage(message, at) {
  const received = /** @type {Block} */ (message ?? {});
  const rendered = list(received.blocks).flatMap(renderBlock);
  const author = el(
    'div',
    { class: 'slack-author' },
    el('b', {}, 'Signalpost'),
    el('span', { class: 'slack-app' }, 'APP'),
    el('span', { class: 'slack-time' }, timeOf(at).replace(/:\d\d$/, '')),
  );
  const content =
    rendered.length > 0
      ? rendered
      : [
          el(
            'p',
            { class: 'slack-section' },
            el('span', { class: 'slack-text' }, renderMessageText(received)),
          ),
        ];
  return el(
    'div',
    { class: 'slack' },
    el('img', { class: 'slack-avatar', src: '/signalpost.svg', alt: '', width: '36', height: '36' }),
    el('div', { class: 'slack-message' }, author, content),
  );
}

/** @type {Record<string, (block: Block) => Node[]>} */
const renderers = {
  header: (block) => [el('h4', { class: 'slack-header' }, renderText(block.text))],
  divider: () => [el('hr', { class: 'slack-divider' })],
  section: renderSection,
  context: (block) => [el('div', { class: 'slack-context' }, list(block.elements).map(renderContextElement))],
  actions: (block) => [el('div', { class: 'slack-actions' }, list(block.elements).map(renderButton))],
  rich_text: (block) => [el('div', { class: 'slack-section slack-rich' }, renderRichText(block))],
};

/** @param {Block} block */
function renderBlock(block) {
  const render = Object.hasOwn(renderers, block.type) ? renderers[block.type] : undefined;
  if (render) return render(block);
  return [el('p', { class: 'slack-context' }, `A block of the type ${String(block.type)}`)];
}

/** @param {Block} block */
function renderSection({ text, fields, accessory }) {
  const parts = [];
  if (text) parts.push(el('div', { class: 'slack-text' }, renderText(text)));
  if (accessory?.type === 'button') parts.push(renderButton(accessory));
  if (list(fields).length > 0) {
    const cells = list(fields).map((field) => el('div', {}, renderText(field)));
    parts.push(el('div', { class: 'slack-fields' }, cells));
  }
  return [el('div', { class: 'slack-section' }, parts)];
}

/** @param {Block} element */
function renderContextElement(element) {
  // An image would be fetched from another host, so its description is shown instead.
  if (element.type === 'image') return el('span', {}, String(element.alt_text ?? ''));
  return el('span', {}, renderText(element));
}

/** @param {Block} element */
function renderButton(element) {
  const attributes = { class: 'slack-button', 'data-style': element.style };
  return outwardLink(element.url ?? '', renderText(element.text), attributes);
}

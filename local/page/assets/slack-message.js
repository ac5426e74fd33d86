import { el, outwardLink } from './elements.js';
import { list, renderRichText, renderText } from './slack-text.js';
import { timeOf } from './words.js';

/** Draws a message as Slack's own window would: the app's name and time, then the blocks, or the text without any. */
export function renderSlackMessage(message, at) {
  const blocks = list(message?.blocks).flatMap(renderBlock);
  const text = renderText({ type: 'mrkdwn', text: message?.text ?? '' });
  const author = el(
    'div',
    { class: 'slack-author' },
    el('b', {}, 'Signalpost'),
    el('span', { class: 'slack-app' }, 'APP'),
    el('span', { class: 'slack-time' }, timeOf(at).replace(/:\d\d$/, '')),
  );
  const content = blocks.length > 0 ? blocks : [el('p', { class: 'slack-section' }, text)];
  return el(
    'div',
    { class: 'slack' },
    el('img', { class: 'slack-avatar', src: '/signalpost.svg', alt: '', width: '36', height: '36' }),
    el('div', { class: 'slack-message' }, author, content),
  );
}

const renderers = {
  header: (block) => [el('h4', { class: 'slack-header' }, renderText(block.text))],
  divider: () => [el('hr', { class: 'slack-divider' })],
  section: renderSection,
  context: (block) => [el('div', { class: 'slack-context' }, list(block.elements).map(renderContextElement))],
  actions: (block) => [el('div', { class: 'slack-actions' }, list(block.elements).map(renderButton))],
  rich_text: (block) => [el('div', { class: 'slack-section slack-rich' }, renderRichText(block))],
};

function renderBlock(block) {
  if (Object.hasOwn(renderers, block.type)) return renderers[block.type](block);
  return [el('p', { class: 'slack-context' }, `A block of the type ${String(block.type)}`)];
}

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

function renderContextElement(element) {
  // An image would be fetched from another host: its description stands in for it.
  if (element.type === 'image') return el('span', {}, String(element.alt_text ?? ''));
  return el('span', {}, renderText(element));
}

function renderButton(element) {
  const attributes = { class: 'slack-button', 'data-style': element.style };
  return outwardLink(element.url ?? '', renderText(element.text), attributes);
}

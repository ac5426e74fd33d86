import { el, outwardLink } from './elements.js';
import { emojiOf, withEmoji } from './emoji.js';
import { parseMrkdwn, parseUnformatted } from './slack-mrkdwn.js';

/**
 * @import { Child } from './elements.js'
 * @import { MrkdwnNode } from './slack-mrkdwn.js'
 *
 * @typedef {Record<string, any>} Block A block, or a part of one, as it was received: any field may hold anything.
 */

/** @type {Record<'bold' | 'italic' | 'strike' | 'quote', keyof HTMLElementTagNameMap>} */
const tags = { bold: 'b', italic: 'i', strike: 's', quote: 'blockquote' };

/**
 * A text object (`plain_text` or `mrkdwn`) as nodes.
 *
 * @param {Block | null | undefined} text
 * @returns {Child[]}
 */
export function renderText(text) {
  if (typeof text?.text !== 'string') return [];
  return text.type === 'mrkdwn' ? parseMrkdwn(text.text).map(renderNode) : [withEmoji(text.text)];
}

/**
 * The text of a message without blocks: mrkdwn, unless it says otherwise.
 *
 * @param {Block} message
 * @returns {Child[]}
 */
export function renderMessageText({ text, mrkdwn }) {
  if (typeof text !== 'string') return [];
  return (mrkdwn === false ? parseUnformatted(text) : parseMrkdwn(text)).map(renderNode);
}

/**
 * @param {MrkdwnNode} node
 * @returns {Node}
 */
function renderNode(node) {
  switch (node.type) {
    case 'text':
      return document.createTextNode(node.text);
    case 'break':
      return el('br');
    case 'code':
    case 'pre':
      return el(node.type, {}, node.text);
    case 'mention':
      return el('span', { class: 'slack-mention' }, node.text);
    case 'link':
      return outwardLink(node.url, node.text);
    default:
      return el(tags[node.type], {}, node.children.map(renderNode));
  }
}

/**
 * A `rich_text` block: sections, lists, quotes and preformatted text.
 *
 * @param {Block} block
 */
export function renderRichText(block) {
  return list(block.elements).map((element) => {
    if (element.type === 'rich_text_list') return renderList(element);
    const content = list(element.elements).map(renderRichElement);
    if (element.type === 'rich_text_quote') return el('blockquote', {}, content);
    if (element.type === 'rich_text_preformatted') return el('pre', {}, content);
    return el('p', {}, content);
  });
}

/** @param {Block} list */
function renderList({ style, indent, elements }) {
  const items = list(elements).map((section) => el('li', {}, list(section.elements).map(renderRichElement)));
  return el(style === 'ordered' ? 'ol' : 'ul', { 'data-indent': indent ?? 0 }, items);
}

/**
 * @param {Block} element
 * @returns {Node}
 */
function renderRichElement(element) {
  switch (element.type) {
    case 'text':
      return styled(document.createTextNode(String(element.text ?? '')), element.style);
    case 'link':
      return styled(outwardLink(element.url, String(element.text ?? element.url)), element.style);
    case 'emoji':
      return document.createTextNode(emojiOf(String(element.name)));
    case 'date':
      return document.createTextNode(String(element.fallback ?? ''));
    case 'broadcast':
      return el('span', { class: 'slack-mention' }, `@${element.range}`);
    default:
      return el(
        'span',
        { class: 'slack-mention' },
        `@${element.user_id ?? element.usergroup_id ?? element.type}`,
      );
  }
}

/**
 * @param {Node} node
 * @param {Block} [style]
 */
function styled(node, style = {}) {
  /** @type {[wanted: unknown, tag: keyof HTMLElementTagNameMap][]} */
  const wrappers = [
    [style.code, 'code'],
    [style.strike, 's'],
    [style.italic, 'i'],
    [style.bold, 'b'],
  ];
  return wrappers.reduce((inner, [wanted, tag]) => (wanted ? el(tag, {}, inner) : inner), node);
}

/**
 * The objects in the value where it is an array: a block comes from outside, and may hold anything in its place.
 *
 * @param {unknown} value
 * @returns {Block[]}
 */
export function list(value) {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}

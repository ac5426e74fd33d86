import { el, outwardLink } from './elements.js';

/**
 * @typedef {Record<string, any>} Block A block, or a part of one, as it was received: any field may hold anything.
 */

/**
 * A `rich_text` block: sections, lists and quotes.
 *
 * @param {Block} block
 */
export function renderRichText(block) {
  return list(block.elements).map((part) => {
    if (part.type === 'rich_text_list') return renderList(part);
    const content = list(part.elements).map(renderElement);
    return part.type === 'rich_text_quote' ? el('blockquote', {}, content) : el('p', {}, content);
  });
}

/** @param {Block} list */
function renderList({ indent, elements }) {
  const items = list(elements).map((section) => el('li', {}, list(section.elements).map(renderElement)));
  return el('ul', { 'data-indent': indent ?? 0 }, items);
}

/**
 * @param {Block} element
 * @returns {Node | string}
 */
function renderElement(element) {
  switch (element.type) {
    case 'text':
      return styled(document.createTextNode(String(element.text ?? '')), element.style);
    case 'link':
      return styled(outwardLink(element.url, String(element.text ?? element.url)), element.style);
    case 'emoji':
      return element.name === 'fire' ? '🔥' : `:${element.name}:`;
    default:
      return mention(`@${element.user_id ?? element.usergroup_id ?? element.type}`);
  }
}

/** @param {string} name */
function mention(name) {
  return el('span', { class: 'slack-mention' }, name);
}

/**
 * @param {Node} node
 * @param {Block} [style]
 */
function styled(node, style = {}) {
  const inner = style.italic ? el('i', {}, node) : node;
  return style.bold ? el('b', {}, inner) : inner;
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

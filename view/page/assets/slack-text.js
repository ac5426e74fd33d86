import { html } from '../../../node_modules/lit-html/lit-html.js';
import { outwardLink } from './parts.js';

/**
 * @import { Part } from './parts.js'
 *
 * @typedef {Record<string, any>} Block A block, or a part of one, as it was received: any field may hold anything.
 */

/** A `rich_text` block: sections, lists and quotes. @type {(block: Block) => Part[]} */
export const renderRichText = (block) =>
  list(block.elements).map((part) => {
    if (part.type === 'rich_text_list') return renderList(part);
    const content = list(part.elements).map(renderElement);
    return part.type === 'rich_text_quote'
      ? html`<blockquote>${content}</blockquote>`
      : html`<p>${content}</p>`;
  });

/** @type {(block: Block) => Part} */
const renderList = ({ indent, elements }) => {
  const items = list(elements).map((section) => html`<li>${list(section.elements).map(renderElement)}</li>`);
  return html`<ul data-indent=${String(indent ?? 0)}>${items}</ul>`;
};

/** @type {(element: Block) => Part} */
function renderElement(element) {
  switch (element.type) {
    case 'text':
      return styled(String(element.text ?? ''), element.style);
    case 'link':
      return styled(outwardLink(String(element.url), String(element.text ?? element.url)), element.style);
    case 'emoji':
      return element.name === 'fire' ? '🔥' : `:${element.name}:`;
    default: {
      const name = String(element.user_id ?? element.usergroup_id ?? element.type);
      return html`<span class="slack-mention">@${name}</span>`;
    }
  }
}

/** @type {(content: Part, style?: Block) => Part} */
function styled(content, style = {}) {
  const inner = style.italic ? html`<i>${content}</i>` : content;
  const struck = style.strike ? html`<s>${inner}</s>` : inner;
  return style.bold ? html`<b>${struck}</b>` : struck;
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

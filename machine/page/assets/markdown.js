import { el, outwardLink } from './elements.js';

/** Bounded: an open mark must not make a search through all that follows. */
const marks =
  /\*\*([^*\n]{1,500})\*\*|__([^_\n]{1,500})__|(?<![\p{L}\p{N}*])\*([^*\s][^*\n]{0,500})\*|`([^`\n]{1,500})`|\[([^\]\n]{1,300})\]\(([^)\s]{1,2000})\)/gu;
const heading = /^\s{0,3}#{1,6}\s+/;
const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;

/**
 * The Markdown of a summary as elements: its paragraphs, headings and lists, and what is marked within a line. A receiver
 * gets the text as it is, and renders it likewise.
 *
 * @param {string} text
 * @returns {Node[]}
 */
export function renderMarkdown(text) {
  /** @type {Node[]} */
  const blocks = [];
  /** @type {HTMLElement | undefined} What the next line may belong to. */
  let open;
  /** @param {'p' | 'ul'} tag */
  const openBlock = (tag) => {
    if (open?.tagName.toLowerCase() === tag) return { block: open, isNew: false };
    open = el(tag);
    blocks.push(open);
    return { block: open, isNew: true };
  };
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      open = undefined;
    } else if (item.test(line)) {
      openBlock('ul').block.append(el('li', {}, renderLine(line.replace(item, ''))));
    } else if (heading.test(line)) {
      blocks.push(el('p', {}, el('b', {}, renderLine(line.replace(heading, '')))));
      open = undefined;
    } else {
      const { block, isNew } = openBlock('p');
      block.append(...(isNew ? [] : [' ']), ...renderLine(line.trim()));
    }
  }
  return blocks;
}

/**
 * @param {string} line
 * @returns {(Node | string)[]}
 */
function renderLine(line) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let end = 0;
  for (const found of line.matchAll(marks)) {
    const [whole, bold, alsoBold, italic, code, label, address] = found;
    parts.push(line.slice(end, found.index));
    end = found.index + whole.length;
    const strong = bold ?? alsoBold;
    if (strong !== undefined) parts.push(el('b', {}, strong));
    else if (italic !== undefined) parts.push(el('i', {}, italic));
    else if (code !== undefined) parts.push(el('code', {}, code));
    else parts.push(outwardLink(address ?? '', label ?? ''));
  }
  return [...parts, line.slice(end)].filter((part) => part !== '');
}

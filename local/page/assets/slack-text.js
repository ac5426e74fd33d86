import { el, outwardLink } from './elements.js';
import { emojiOf, withEmoji } from './emoji.js';
import { parseMrkdwn } from './slack-mrkdwn.js';

const tags = { bold: 'b', italic: 'i', strike: 's', quote: 'blockquote' };

/** A text object (`plain_text` or `mrkdwn`) as nodes. */
export function renderText(text) {
  if (typeof text?.text !== 'string') return [];
  return text.type === 'mrkdwn' ? parseMrkdwn(text.text).map(renderNode) : [withEmoji(text.text)];
}

function renderNode({ type, text, url, children }) {
  if (type === 'text') return document.createTextNode(text);
  if (type === 'break') return el('br');
  if (type === 'code' || type === 'pre') return el(type, {}, text);
  if (type === 'mention') return el('span', { class: 'slack-mention' }, text);
  if (type === 'link') return outwardLink(url, text);
  return el(tags[type], {}, children.map(renderNode));
}

/** A `rich_text` block: sections, lists, quotes and preformatted text. */
export function renderRichText(block) {
  return list(block.elements).map((element) => {
    if (element.type === 'rich_text_list') return renderList(element);
    const content = list(element.elements).map(renderRichElement);
    if (element.type === 'rich_text_quote') return el('blockquote', {}, content);
    if (element.type === 'rich_text_preformatted') return el('pre', {}, content);
    return el('p', {}, content);
  });
}

function renderList({ style, indent, elements }) {
  const items = list(elements).map((section) => el('li', {}, list(section.elements).map(renderRichElement)));
  return el(style === 'ordered' ? 'ol' : 'ul', { 'data-indent': indent ?? 0 }, items);
}

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

function styled(node, style = {}) {
  const wrappers = [
    [style.code, 'code'],
    [style.strike, 's'],
    [style.italic, 'i'],
    [style.bold, 'b'],
  ];
  return wrappers.reduce((inner, [wanted, tag]) => (wanted ? el(tag, {}, inner) : inner), node);
}

/** The value where it is an array: a block comes from outside, and may hold anything in its place. */
export function list(value) {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}

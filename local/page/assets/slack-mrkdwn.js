import { emojiOf } from './emoji.js';

/**
 * @typedef {{ type: 'text' | 'mention' | 'code' | 'pre', text: string }} MrkdwnText
 * @typedef {{ type: 'link', text: string, url: string }} MrkdwnLink
 * @typedef {{ type: 'bold' | 'italic' | 'strike' | 'quote', children: MrkdwnNode[] }} MrkdwnSpan
 * @typedef {MrkdwnText | MrkdwnLink | MrkdwnSpan | { type: 'break' }} MrkdwnNode
 */

// What follows an address in a sentence is not part of it.
const unformatted =
  /<(?<angle>[^<>\n]+)>|(?<address>https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]*_~])|:(?<emoji>[a-z0-9_+-]+):/gu;
// The markers of bold, italic and strike count only at the edge of a word, as in Slack.
const markers =
  /`(?<code>[^`\n]+)`|(?<![\p{L}\p{N}])(?<marker>[*_~])(?=\S)(?<styled>[^\n]*?\S)\k<marker>(?![\p{L}\p{N}])/u;
const formatted = new RegExp(`${markers.source}|${unformatted.source}`, 'gu');
/** @type {Readonly<Record<string, 'bold' | 'italic' | 'strike'>>} */
const styles = { '*': 'bold', _: 'italic', '~': 'strike' };

/**
 * Reads Slack's mrkdwn into a tree. Pure, and never HTML: `&lt;` is unescaped to a `<` that can only become text.
 *
 * @param {string} text
 * @returns {MrkdwnNode[]}
 */
export function parseMrkdwn(text) {
  return text
    .split('```')
    .flatMap((part, index) =>
      index % 2 === 1 ? [{ type: 'pre', text: unescapeText(part.trim()) }] : parseLines(part),
    );
}

/**
 * Reads a text with `mrkdwn: false`: its markers are characters like all others, its addresses and mentions are not.
 *
 * @param {string} text
 * @returns {MrkdwnNode[]}
 */
export function parseUnformatted(text) {
  return text.split('\n').flatMap((line, index) => {
    const nodes = parseInline(line, unformatted);
    return index > 0 ? [{ type: 'break' }, ...nodes] : nodes;
  });
}

/** @param {string} text */
function parseLines(text) {
  /** @type {MrkdwnNode[]} */
  const nodes = [];
  for (const [index, line] of text.split('\n').entries()) {
    const quoted = /^(?:&gt;|>) ?(.*)$/.exec(line)?.[1];
    const previous = nodes.at(-1);
    if (quoted !== undefined && previous?.type === 'quote')
      previous.children.push({ type: 'break' }, ...parseInline(quoted));
    else if (quoted !== undefined) nodes.push({ type: 'quote', children: parseInline(quoted) });
    else {
      if (index > 0 && previous?.type !== 'quote') nodes.push({ type: 'break' });
      nodes.push(...parseInline(line));
    }
  }
  return nodes;
}

/** @param {string} text */
function parseInline(text, pattern = formatted) {
  /** @type {MrkdwnNode[]} */
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) nodes.push(textNode(text.slice(end, match.index)));
    nodes.push(nodeOf(match.groups ?? {}));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(textNode(text.slice(end)));
  return nodes;
}

/**
 * @param {Record<string, string | undefined>} groups
 * @returns {MrkdwnNode}
 */
function nodeOf({ code, angle, address, marker, styled, emoji }) {
  if (code !== undefined) return { type: 'code', text: unescapeText(code) };
  if (angle !== undefined) return angleNode(angle);
  if (address !== undefined) return angleNode(address);
  const style = marker === undefined ? undefined : styles[marker];
  if (style) return { type: style, children: parseInline(styled ?? '') };
  return { type: 'text', text: emojiOf(emoji ?? '') };
}

/**
 * `<url|label>`, `<!date^…|fallback>`, `<!channel>`, `<@U123>`, `<#C123|name>`.
 *
 * @param {string} content
 * @returns {MrkdwnNode}
 */
function angleNode(content) {
  const bar = content.indexOf('|');
  const target = bar < 0 ? content : content.slice(0, bar);
  const label = bar < 0 ? null : unescapeText(content.slice(bar + 1));
  if (target.startsWith('!date^')) return { type: 'text', text: label ?? '' };
  if (target.startsWith('!')) return { type: 'mention', text: `@${label ?? target.slice(1)}` };
  if (target.startsWith('@')) return { type: 'mention', text: `@${label ?? target.slice(1)}` };
  if (target.startsWith('#')) return { type: 'mention', text: `#${label ?? target.slice(1)}` };
  return { type: 'link', url: unescapeText(target), text: label ?? unescapeText(target) };
}

/**
 * @param {string} text
 * @returns {MrkdwnNode}
 */
function textNode(text) {
  return { type: 'text', text: unescapeText(text) };
}

/** @param {string} text */
function unescapeText(text) {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

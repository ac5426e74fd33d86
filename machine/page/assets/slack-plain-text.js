/**
 * @typedef {{ type: 'text' | 'mention', text: string } | { type: 'link', text: string, url: string }} PlainTextNode
 */

// What follows an address in a sentence is not part of it.
const marks = /<(?<mention>[@!][^<>\n]+)>|(?<address>https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]*_~])/gu;

/**
 * Reads a text with `mrkdwn: false`: its asterisks are characters like all others, its addresses and mentions are not.
 * Pure, and never HTML: `&lt;` is unescaped to a `<` that can only become text.
 *
 * @param {string} text
 * @returns {PlainTextNode[]}
 */
export function parsePlainText(text) {
  /** @type {PlainTextNode[]} */
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    if (match.index > end) nodes.push({ type: 'text', text: unescapeText(text.slice(end, match.index)) });
    const { mention, address = '' } = match.groups ?? {};
    const url = unescapeText(address);
    nodes.push(
      mention === undefined
        ? { type: 'link', text: url, url }
        : { type: 'mention', text: `@${mention.replace(/^@|^!(subteam\^)?/, '')}` },
    );
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push({ type: 'text', text: unescapeText(text.slice(end)) });
  return nodes;
}

/** @param {string} text */
function unescapeText(text) {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

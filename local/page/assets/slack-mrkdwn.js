import { emojiOf } from './emoji.js';

// The markers of bold, italic and strike count only at the edge of a word, as in Slack.
const inline =
  /`(?<code>[^`\n]+)`|<(?<angle>[^<>\n]+)>|(?<![\p{L}\p{N}])(?<marker>[*_~])(?=\S)(?<styled>[^\n]*?\S)\k<marker>(?![\p{L}\p{N}])|:(?<emoji>[a-z0-9_+-]+):/gu;
const styles = { '*': 'bold', _: 'italic', '~': 'strike' };

/**
 * Reads Slack's mrkdwn into a tree of `{ type, text?, url?, children? }`. Pure, and never HTML: `&lt;` is
 * unescaped to a `<` that can only become text.
 */
export function parseMrkdwn(text) {
  return text
    .split('```')
    .flatMap((part, index) =>
      index % 2 === 1 ? [{ type: 'pre', text: unescapeText(part.trim()) }] : parseLines(part),
    );
}

function parseLines(text) {
  const nodes = [];
  for (const [index, line] of text.split('\n').entries()) {
    const quoted = /^(?:&gt;|>) ?(.*)$/.exec(line);
    const previous = nodes.at(-1);
    if (quoted && previous?.type === 'quote')
      previous.children.push({ type: 'break' }, ...parseInline(quoted[1]));
    else if (quoted) nodes.push({ type: 'quote', children: parseInline(quoted[1]) });
    else {
      if (index > 0 && previous?.type !== 'quote') nodes.push({ type: 'break' });
      nodes.push(...parseInline(line));
    }
  }
  return nodes;
}

function parseInline(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    if (match.index > end) nodes.push(textNode(text.slice(end, match.index)));
    nodes.push(nodeOf(match.groups));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(textNode(text.slice(end)));
  return nodes;
}

function nodeOf({ code, angle, marker, styled, emoji }) {
  if (code !== undefined) return { type: 'code', text: unescapeText(code) };
  if (angle !== undefined) return angleNode(angle);
  if (marker !== undefined) return { type: styles[marker], children: parseInline(styled) };
  return { type: 'text', text: emojiOf(emoji) };
}

/** `<url|label>`, `<!date^…|fallback>`, `<!channel>`, `<@U123>`, `<#C123|name>`. */
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

function textNode(text) {
  return { type: 'text', text: unescapeText(text) };
}

function unescapeText(text) {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

import { cutText } from '../cut-text.ts';

// Control characters, line and paragraph separators, and the marks that turn the direction of all that follows.
const breaking = /[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** Outside text on one line of at most `longest` UTF-16 units; null when nothing is left of it. */
export function oneLine(text: string | null | undefined, longest: number): string | null {
  if (!text) return null;
  const line = text.toWellFormed().replace(breaking, ' ').trim();
  return line === '' ? null : cutText(line, longest);
}

/** For mrkdwn: `<!channel>` would page everybody. Slack's own rule: these three characters and no others. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `1 signal`, `1,043 signals`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** For mrkdwn: `<!channel>` would page everybody. Slack's own rule: these three characters and no others. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

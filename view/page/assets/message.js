import { html } from '../../../node_modules/lit-html/lit-html.js';
import { list, renderRichText } from './slack-text.js';
import { drawTeamsCard, isTeamsMessage } from './teams-card.js';
import { timeOf } from './words.js';

/**
 * @import { OfEachKind } from '../../../shared/domain/routes/destination-kinds.ts'
 * @import { Block } from './slack-text.js'
 * @import { Part } from './parts.js'
 */

/**
 * A body as its reader sees it: a message in Slack or Teams, or data.
 *
 * @param {unknown} body Null if it is too large to show.
 * @param {number} at When it was sent, in milliseconds since the epoch.
 * @param {'message' | 'json'} [as]
 */
export function renderMessage(body, at, as = 'message') {
  if (body === null) return html`<p class="soft">Too large to show here.</p>`;
  const clock = timeOf(at).replace(/:\d\d$/, '');
  const drawn = Object.values(drawings).map((draw) => (as === 'json' ? null : draw(body, clock)));
  const message = drawn.find((one) => one !== null);
  if (message !== undefined) return message;
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return html`<pre class="json" tabindex="0" role="region" aria-label="The body as JSON">${text}</pre>`;
}

/**
 * What draws a body that is of a kind, and gives null for another. What is of none is data.
 *
 * @type {OfEachKind<(body: unknown, clock: string) => Part | null>}
 */
const drawings = {
  teams: (body, clock) => (isTeamsMessage(body) ? renderTeams(body, clock) : null),
  slack: (body, clock) => (isSlackMessage(body) ? renderSlack(body, clock) : null),
  webhook: () => null,
};

/** @type {(body: unknown) => body is Block} */
const isSlackMessage = (body) =>
  typeof body === 'object' && body !== null && ('text' in body || 'blocks' in body);

/** @type {(body: unknown, clock: string) => Part} */
const renderTeams = (body, clock) => html`<div class="teams">
    <p class="teams-author">Workflows · ${clock}</p><div class="teams-card">${drawTeamsCard(body)}</div>
  </div>`;

/** A message as Slack's own window draws it: the app's name and time, then the blocks, or the text without any. @type {(message: Block, clock: string) => Part} */
function renderSlack(message, clock) {
  const blocks = list(message.blocks).map(renderBlock);
  return html`<div class="slack">
    <img class="slack-avatar" src="/signalpost.svg" alt="" width="36" height="36">
    <div class="slack-message">
      <div class="slack-author"><b>Signalpost</b><span class="slack-app">APP</span><span class="slack-time">${clock}</span></div>
      ${blocks.length > 0 ? blocks : html`<p class="slack-rich">${unescapeText(message.text)}</p>`}
    </div>
  </div>`;
}

/** The text of a message without blocks, which Slack sends escaped. It can only become text here. @type {(text: unknown) => string} */
const unescapeText = (text) =>
  String(text ?? '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The blocks that digests have. @type {Record<string, (block: Block) => Part>} */
const renderers = {
  header: (block) => html`<h3 class="slack-header">${textOf(block.text)}</h3>`,
  divider: () => html`<hr class="slack-divider">`,
  context: (block) =>
    html`<div class="slack-context">${list(block.elements).map((one) => html`<span>${textOf(one)}</span>`)}</div>`,
  actions: (block) => html`<div class="slack-menu" title=${offered(block)}>⋯</div>`,
  rich_text: (block) => html`<div class="slack-rich">${renderRichText(block)}</div>`,
};

/** @type {(block: Block) => Part} */
function renderBlock(block) {
  const render = Object.hasOwn(renderers, block.type) ? renderers[block.type] : undefined;
  return render?.(block) ?? html`<p class="slack-context">A block of the type ${String(block.type)}</p>`;
}

/** What a menu has: nobody can choose it here. @type {(block: Block) => string} */
const offered = ({ elements }) =>
  list(elements)
    .flatMap(({ options }) => list(options).map(({ text }) => textOf(text)))
    .join(', ');

/** @type {(text: Block | null | undefined) => string} */
const textOf = (text) => String(text?.text ?? '');

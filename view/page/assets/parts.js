import { repeat } from '../../../node_modules/lit-html/directives/repeat.js';
import { html, nothing } from '../../../node_modules/lit-html/lit-html.js';
import { linkTo, replacePlace } from './state.js';
import { ago, number, plural, timeOf } from './words.js';

/**
 * @import { TemplateResult } from '../../../node_modules/lit-html/lit-html.js'
 * @import { BuyerList, DigestLine, PreviewedSignals } from '../contract.ts'
 *
 * @typedef {TemplateResult | typeof nothing | string} Part What a template can hold.
 * @typedef {'good' | 'warn' | 'bad' | 'quiet'} Tone
 */

/** @type {(tone: Tone, word: string) => TemplateResult} */
export const pill = (tone, word) => html`<span class="pill" data-tone=${tone}>${word}</span>`;

/** @type {(at: number, told?: string, name?: string) => TemplateResult} */
export const time = (at, told = timeOf(at), name = '') =>
  html`<time class=${name} datetime=${new Date(at).toISOString()} title=${new Date(at).toLocaleString()}>${told}</time>`;

/** `3 minutes ago` @type {(at: number, name?: string) => TemplateResult} */
export const since = (at, name) => time(at, ago(at), name);

/** @type {(title: string, text?: Part) => TemplateResult} */
export const empty = (title, text = nothing) => html`<p class="empty"><strong>${title}</strong> ${text}</p>`;

export const noDigest = () =>
  empty(
    'No digest yet.',
    'The first new signal makes one: within a minute where its route sends at once, else at the time of its route. What a buyer already had at its first read is not sent.',
  );

/** @type {(label: string, act: () => unknown, about?: string) => TemplateResult} */
export const button = (label, act, about = label) =>
  html`<button type="button" class="quiet-button" aria-label=${about} @click=${act}>${label}</button>`;

/** Copies a text, and says so for a moment. @type {(text: string, label?: string) => TemplateResult} */
export const copy = (text, label = 'Copy') =>
  html`<button type="button" class="copy" aria-label="${label}: ${text}" @click=${copier(text)}>${label}</button>`;

/** @type {(text: string) => (event: Event & { currentTarget: HTMLElement }) => Promise<void>} */
const copier =
  (text) =>
  async ({ currentTarget: pressed }) => {
    await navigator.clipboard.writeText(text);
    pressed.dataset.copied = '';
    setTimeout(() => delete pressed.dataset.copied, 1_500);
  };

/** @type {(text: string) => TemplateResult} */
export const command = (text) => html`<p class="command"><code>${text}</code>${copy(text)}</p>`;

const typingMs = 250;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;

/**
 * A field whose text is in the address, so that a search has a link.
 *
 * @type {(label: string, text: string | null, link: (text: string) => string) => TemplateResult}
 */
export const search = (label, text, link) => {
  const onInput = (/** @type {Event & { currentTarget: HTMLInputElement }} */ { currentTarget: field }) => {
    clearTimeout(typing);
    typing = setTimeout(() => replacePlace(link(field.value.trim())), typingMs);
  };
  // Set where the address changes: a field that is drawn again keeps what is being typed into it.
  return html`<input type="search" class="search" placeholder=${label} aria-label=${label} .value=${text ?? ''} @input=${onInput}>`;
};

/**
 * @param {string} label
 * @param {string | null} value
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {(value: string) => string} link
 */
export const choice = (label, value, options, link) => {
  const onChange = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
    replacePlace(link(event.currentTarget.value));
  return html`<select class="choice" aria-label=${label} @change=${onChange}>
    ${options.map(([each, told]) => html`<option value=${each} .selected=${each === (value ?? '')}>${told}</option>`)}
  </select>`;
};

/** @typedef {Pick<DigestLine, 'state' | 'attempts' | 'successMeans'>} Outcome */

/** @type {(digest: Outcome) => TemplateResult} */
export function statePill({ state, attempts, successMeans }) {
  if (state === 'DELIVERED') return pill('good', successMeans === 'accepted' ? 'Accepted' : 'Delivered');
  if (state === 'DEAD') return pill('bad', 'Failed for good');
  if (state === 'HELD') return pill('warn', 'Waiting for its route');
  if (state === 'DISCARDED') return pill('quiet', 'Discarded');
  return attempts > 0 ? pill('warn', 'Retrying') : pill('quiet', 'Waiting');
}

/** @type {(digest: Pick<DigestLine, 'routeId' | 'instead' | 'label' | 'part' | 'kind'>) => string} */
export const placeOf = ({ routeId, instead, label, part, kind }) =>
  `${routeId}${instead === null ? '' : ` (handed over to ${instead})`} to ${label ?? 'its destination'}${kind !== 'digest' ? `, ${kind}` : part > 1 ? `, part ${part}` : ''}`;

/**
 * A digest's headline, where it went and what became of it; a link to the message.
 *
 * @param {DigestLine} digest
 * @param {Record<string, string | null>} [query]
 * @param {boolean} [isCurrent]
 */
const digestRow = (digest, query = {}, isCurrent = false) => {
  const { path, kind, headline, signals, hot, at } = digest;
  const content = kind !== 'digest' ? '' : ` · ${plural(signals, 'signal')}${hot > 0 ? `, ${hot} hot` : ''}`;
  return html`<li><a class="row" href=${linkTo('digests', path, query)} aria-current=${isCurrent}>
    <span class="row-title">${headline || 'A digest'}</span>
    <span class="row-side">${statePill(digest)}</span>
    <span class="row-facts">${placeOf(digest)}${content} · ${time(at)}</span>
  </a></li>`;
};

/** Rows that are known by their ids: one that moves keeps the focus. @type {(digests: readonly DigestLine[], query?: Record<string, string | null>, current?: string) => unknown} */
export const digestRows = (digests, query, current) =>
  repeat(
    digests,
    ({ path }) => path,
    (one) => digestRow(one, query, one.path === current),
  );

/**
 * A buyer's name and how many signals it has; a link to it.
 *
 * @param {Pick<BuyerList['buyers'][number], 'buyerId' | 'name' | 'listed'>} buyer
 * @param {{ facts?: Part, query?: Record<string, string | null>, isCurrent?: boolean }} [shown]
 */
export const buyerRow = (
  { buyerId, name, listed },
  { facts = nothing, query = {}, isCurrent = false } = {},
) =>
  html`<li><a class="row" href=${linkTo('buyers', buyerId, query)} aria-current=${isCurrent}>
    <span class="row-title">${name ?? buyerId}</span>
    <span class="row-side">${plural(listed, 'signal')}</span>
    ${facts === nothing ? nothing : html`<span class="row-facts">${facts}</span>`}
  </a></li>`;

/** What readers chose at a signal. @type {(chosen: readonly string[]) => Part} */
export const choices = (chosen) =>
  chosen.length === 0
    ? nothing
    : html`<ul class="choices">${chosen.map((one) => html`<li>${one}</li>`)}</ul>`;

/** @param {string | null} name */
const called = (name) => name ?? 'A signal without a name';

/** The head of a signal's card. @type {(signal: { name: string | null, hot: boolean, firstSeenAt: number }) => TemplateResult} */
export const signalHead = ({ name, hot, firstSeenAt }) => html`<div class="card-head">
    <h3>${called(name)}</h3> ${hot ? pill('warn', 'Hot') : nothing}
    ${time(firstSeenAt, timeOf(firstSeenAt), 'row-side')}
  </div>`;

/** Signals with why each goes, stays or is hot. @type {(all: PreviewedSignals) => TemplateResult} */
export const signalList = ({ found, signals }) =>
  html`<ul class="reasons">${signals.map(
    ({ signalId, name, buyerId, buyerName, hot, because, chosen = [] }) => html`<li>
    <p>${signalId ? html`<a href=${linkTo('search', '', { text: signalId })}>${called(name)}</a>` : called(name)} ${hot ? pill('warn', 'Hot') : nothing}</p>
    <p class="soft"><a href=${linkTo('buyers', buyerId)}>${buyerName ?? buyerId}</a>${because && ` · ${because}`}</p>
    ${choices(chosen)}
  </li>`,
  )}${found > signals.length ? html`<li class="soft">and ${number(found - signals.length)} more</li>` : nothing}</ul>`;

/** A link out of the page, or its bare label where the address is not http or https. @type {(address: string, label: string) => Part} */
export function outwardLink(address, label) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return label;
  return html`<a href=${url.href} target="_blank" rel="noopener noreferrer">${label}</a>`;
}

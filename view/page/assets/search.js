import { html, nothing } from '../../../node_modules/lit-html/lit-html.js';
import { buyerRow, copy, digestRows, empty, search, signalHead } from './parts.js';
import { linkTo, state } from './state.js';
import { number, plural } from './words.js';

/** @import { Search } from '../contract.ts' */

/** @type {import('./state.js').Load} */
export const loadSearch = async ({ query }, get) => ({
  results: await get(`/api/search?text=${encodeURIComponent(query.get('text') ?? '')}`),
});

/** @param {{ results: Search }} data */
export function renderSearch({ results: { found, signals, buyers, digests, unknown } }) {
  const text = state.place.query.get('text');
  return html`<h1>Search</h1>
    <search class="filters">${search('Words or an id: a signal, a buyer, a digest', text, (given) => linkTo('search', '', { text: given }))}</search>
    ${text === null ? empty('Why was that sent, and why not that?', 'Search a signal by words of its name or its buyer: each route says what it did with it.') : nothing}
    ${unknown.length === 0 ? nothing : html`<div class="empty">${unknown.map((one) => html`<p>${one}</p>`)}</div>`}
    <div class="columns">
      <div class="stack">${signals.length === 0 ? nothing : renderSignals(signals, found)}</div>
      <div class="stack">
        ${buyers.length === 0 ? nothing : renderBuyers(buyers)}
        ${
          digests.length === 0
            ? nothing
            : html`<section aria-labelledby="found-digests">
          <div class="section-head"><h2 id="found-digests">Digests</h2><a href=${linkTo('digests', '', { text })}>All of them</a></div>
          <ol class="rows">${digestRows(digests)}</ol>
        </section>`
        }
      </div>
    </div>`;
}

/** @type {(signals: Search['signals'], found: number) => import('./parts.js').Part} */
const renderSignals = (signals, found) => html`<section aria-labelledby="found-signals">
  <div class="section-head">
    <h2 id="found-signals">${plural(found, 'signal')}</h2>
    ${found > signals.length ? html`<span class="soft">the first ${number(signals.length)} are shown: add words to find one</span>` : nothing}
  </div>
  <ol class="cards">${signals.map(renderSignal)}</ol>
</section>`;

/** A wrong date, owner or sum: its column, and the field that declares it. @type {(fact: Search['signals'][number]['facts'][number]) => string} */
const formatFact = ({ text, column, field }) =>
  `${text} (${field === null ? column : `${column}, ${field}`})`;

/** @param {Search['signals'][number]} signal */
const renderSignal = ({
  signalId,
  name,
  bridgeName,
  buyerId,
  buyerName,
  hot,
  hotBecause,
  facts,
  firstSeenAt,
  notSent,
  routes,
}) => html`<li class="card">
  ${signalHead({ name, hot, firstSeenAt })}
  <p class="soft"><a href=${linkTo('buyers', buyerId)}>${buyerName ?? buyerId}</a> · ${bridgeName ?? 'a bridge without a name'} ${copy(signalId, 'Copy id')}</p>
  ${hotBecause.length === 0 ? nothing : html`<p>${hot ? 'Hot' : 'Not hot'}: ${hotBecause.join('; ')}</p>`}
  ${facts.length === 0 ? nothing : html`<p class="soft">${facts.map(formatFact).join(' · ')}</p>`}
  ${notSent === null ? nothing : html`<p>Not sent: ${notSent}</p>`}
  ${routes.length === 0 ? nothing : html`<ul class="verdicts">${routes.map(renderVerdict)}</ul>`}
</li>`;

/** @param {Search['signals'][number]['routes'][number]} route */
const renderVerdict = ({
  routeId,
  takes,
  because,
  stays,
  digests,
}) => html`<li ?data-takes=${takes !== false}>
  <strong>${routeId}</strong> ${takes === false ? 'does not take it' : 'takes it'}${because === null ? '' : `: ${because}`}
  ${stays === null ? nothing : html`<p>${stays}</p>`}
  ${digests.map((path) => html` · <a href=${linkTo('digests', path)}>the digest</a>`)}
</li>`;

/** @type {(buyers: Search['buyers']) => import('./parts.js').Part} */
const renderBuyers = (buyers) => html`<section aria-labelledby="found-buyers">
  <div class="section-head"><h2 id="found-buyers">Buyers</h2></div>
  <ol class="rows">${buyers.map((buyer) => buyerRow(buyer))}</ol>
</section>`;

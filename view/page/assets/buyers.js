import { repeat } from '../../../node_modules/lit-html/directives/repeat.js';
import { html, nothing } from '../../../node_modules/lit-html/lit-html.js';
import { mute, unmuteButton } from './actions.js';
import { button, buyerRow, choices, copy, empty, search, signalHead, since, time } from './parts.js';
import { isShown, linkTo, state } from './state.js';
import { number, plural } from './words.js';

/** @import { Buyer, BuyerList, BuyerSignal } from '../contract.ts' */

/** @type {import('./state.js').Load} */
export async function loadBuyers({ path: [id], query }, get) {
  const list = await get(`/api/buyers?text=${encodeURIComponent(query.get('text') ?? '')}`);
  const read = isShown() ? state.data.buyer?.buyerId : undefined;
  const chosen = id ?? read ?? list.buyers[0]?.buyerId;
  return { list, buyer: chosen ? await get(`/api/buyers/${encodeURIComponent(chosen)}`) : null };
}

/** @param {{ list: BuyerList, buyer: Buyer | null }} data */
export function renderBuyers({ list, buyer }) {
  const { query, path } = state.place;
  const text = query.get('text');
  const rows = repeat(
    list.buyers,
    ({ buyerId }) => buyerId,
    (one) => {
      const facts = one.readAt === null ? 'not read yet' : html`read ${since(one.readAt)}`;
      return buyerRow(one, { facts, query: { text }, isCurrent: one.buyerId === buyer?.buyerId });
    },
  );
  return html`<div class="split" ?data-chosen=${path.length > 0}>
    <div class="split-list">
      <h1>Buyers</h1>
      <search class="filters">${search('Name or id', text, (given) => linkTo('buyers', '', { text: given }))}</search>
      <p class="soft">${formatFound(list)}</p>
      ${list.buyers.length === 0 ? empty('No buyer found.', 'The first poll lists them: those of the config, and those in the rows of its bridges.') : html`<ol class="rows">${rows}</ol>`}
    </div>
    <div class="split-detail">
      <a class="back" href=${linkTo('buyers', '', { text })}>← All buyers</a>
      ${buyer === null ? nothing : renderBuyer(buyer)}
    </div>
  </div>`;
}

/** @param {BuyerList} list */
function formatFound({ buyers, found, known }) {
  const all = found === known ? plural(known, 'buyer') : `${number(found)} of ${plural(known, 'buyer')}`;
  return buyers.length < found ? `${all}; the first ${number(buyers.length)} are shown` : all;
}

/** @param {Buyer} buyer */
function renderBuyer({ buyerId, name, mute: muted, signals }) {
  const told = name ?? buyerId;
  return html`<article aria-labelledby="buyer">
    <h2 id="buyer">${told}</h2>
    <p class="chips"><code>${buyerId}</code> ${copy(buyerId, 'Copy id')}
      <a href=${linkTo('digests', '', { buyer: buyerId })}>Its digests</a>
      ${muted === null && state.info.acts ? button('Mute', () => mute('buyer', buyerId, told)) : nothing}
    </p>
    ${muted === null ? nothing : html`<p class="warn">Muted until ${time(muted.until)}, because ${muted.because} ${unmuteButton(muted)}</p>`}
    ${signals.length === 0 ? empty('No signal is remembered.', 'Records are kept for 90 days.') : nothing}
    <ol class="cards">${signals.map(renderSignal)}</ol>
  </article>`;
}

const notSentWords = {
  baseline: 'Not sent: it was there before the first reading.',
  'left-out': 'Not sent: the config leaves its bridge out.',
};

/** @param {BuyerSignal} signal */
const renderSignal = ({
  name,
  bridgeName,
  bridgeId,
  rowId,
  hot,
  hotBecause,
  firstSeenAt,
  notSent,
  routes,
}) => html`<li class="card">
  ${signalHead({ name, hot, firstSeenAt })}
  <p class="soft">${bridgeName ?? bridgeId} ${copy(`${bridgeId}#${rowId}`, 'Copy id')}</p>
  ${hotBecause === null ? nothing : html`<p>${hotBecause}</p>`}
  ${notSent === null ? nothing : html`<p>${notSentWords[notSent]}</p>`}
  ${
    routes.length === 0
      ? nothing
      : html`<ul class="verdicts">${routes.map(
          ({ routeId, takes, because, digest, chosen }) => html`<li ?data-takes=${takes}>
    <strong>${routeId}</strong> ${takes ? 'takes it' : 'does not take it'}: ${because}
    ${digest === null ? (takes ? ' · no digest yet' : nothing) : html` · <a href=${linkTo('digests', digest)}>the digest</a>`} ${choices(chosen)}
  </li>`,
        )}</ul>`
  }
</li>`;

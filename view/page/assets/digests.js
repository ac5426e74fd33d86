import { html, nothing } from '../../../node_modules/lit-html/lit-html.js';
import { resend } from './actions.js';
import { renderMessage } from './message.js';
import {
  button,
  choice,
  command,
  copy,
  digestRows,
  empty,
  noDigest,
  pill,
  placeOf,
  search,
  signalList,
  since,
  statePill,
  time,
} from './parts.js';
import { isShown, linkTo, state } from './state.js';
import { dayOf, plural, timeOf } from './words.js';

/** @import { Digest, DigestList } from '../contract.ts' */

/** @type {import('./state.js').Load} */
export async function loadDigests({ path, query }, get) {
  const list = await get(`/api/digests?${query}`);
  // A newer digest takes its row, and not the place of the one that is being read.
  const read = isShown() ? state.data.digest?.path : undefined;
  const chosen = path.length > 0 ? path : (read ?? list.digests[0]?.path)?.split('/');
  return {
    list,
    digest: chosen ? await get(`/api/digests/${chosen.map(encodeURIComponent).join('/')}`) : null,
  };
}

const filterNames = ['route', 'status', 'buyer', 'text'];

const statuses = /** @type {const} */ ([
  ['', 'Every status'],
  ['delivered', 'Delivered'],
  ['waiting', 'Waiting'],
  ['failed', 'Failed for good'],
  ['discarded', 'Discarded'],
]);

/** @param {{ list: DigestList, digest: Digest | null }} data */
export function renderDigests({ list, digest }) {
  const { query, path } = state.place;
  const [route = null, status = null, buyer = null, text = null] = filterNames.map((name) => query.get(name));
  const filters = { route, status, buyer, text };
  const link = (/** @type {Record<string, string | null>} */ changes) =>
    linkTo('digests', '', { ...filters, ...changes });
  const routes = /** @type {[string, string][]} */ (state.info.routes.map((one) => [one, one]));
  const rows = digestRows(list.digests, filters, digest?.path);
  return html`<div class="split" ?data-chosen=${path.length > 0}>
    <div class="split-list">
      <h1>Digests</h1>
      <search class="filters">
        ${search('Headline, buyer or id', text, (given) => link({ text: given }))}
        ${choice('Route', route, [['', 'Every route'], ...routes], (given) => link({ route: given }))}
        ${choice('Status', status, statuses, (given) => link({ status: given }))}
        ${buyer ? html`<a class="chip" href=${link({ buyer: null })}>Buyer ${buyer.slice(0, 8)} ×</a>` : nothing}
      </search>
      ${list.digests.length > 0 ? html`<ol class="rows">${rows}</ol>` : query.size === 0 ? noDigest() : empty('No digest found.', `Searched back to ${dayOf(list.since)}.`)}
      <p class="pages">
        ${query.has('before') ? html`<a class="quiet-button" href=${link({})}>Newest</a>` : nothing}
        ${list.before === null ? nothing : html`<a class="quiet-button" href=${link({ before: list.before })}>Before ${timeOf(list.since)}</a>`}
      </p>
    </div>
    <div class="split-detail">
      <a class="back" href=${link({})}>← All digests</a>
      ${digest === null ? nothing : renderDigest(digest)}
    </div>
  </div>`;
}

/** @param {Digest} digest */
function renderDigest(digest) {
  const { digestId, body, kept, at, path, members, signals, buyers } = digest;
  const link = new URL(linkTo('digests', path), location.href).href;
  return html`<article class="digest" aria-labelledby="digest-title">
    <div class="digest-head card-head">
      <h2 id="digest-title" class="digest-title">${placeOf(digest)}</h2>
      ${statePill(digest)} ${time(at, timeOf(at), 'row-side')}
    </div>
    <div class="digest-body">${kept ? renderMessage(body, at) : html`<p class="soft">Its text is kept no more: bodies are kept for 30 days after delivery.</p>`}</div>
    <ul class="digest-foot">
      <li><code title="The digest’s id: the same at every attempt">${digestId}</code></li>
      <li>${copy(digestId, 'Copy id')} ${copy(link, 'Copy link')}</li>
    </ul>
    ${renderAttempts(digest)} ${renderResend(digest)}
    ${
      members.length === 0
        ? nothing
        : html`<section class="digest-part">
      <h3>${plural(signals, 'signal')} of ${plural(buyers.length, 'buyer')}</h3>
      <p class="soft">A wrong date, owner or sum? A signal’s name leads to its columns, and to the line of the config that reads them.</p>
      ${signalList({ found: signals, signals: members })}
    </section>`
    }
  </article>`;
}

/** @type {Record<string, ['good' | 'warn' | 'bad' | 'quiet', string]>} */
const outcomes = {
  delivered: ['good', 'Delivered'],
  retry: ['warn', 'Failed'],
  gone: ['bad', 'Refused for good'],
  dead: ['bad', 'Failed for good'],
  held: ['warn', 'Not attempted'],
  rewritten: ['warn', 'Refused in this form'],
  unknown: ['warn', 'May have arrived'],
};

/** @param {Digest} digest */
const renderAttempts = ({ outcomes: found, dueAt, state: at, resentAt }) => html`<section class="digest-part">
  <h3>Attempts</h3>
  ${found.length === 0 ? html`<p class="soft">None yet.</p>` : nothing}
  <ol class="attempts">${found.map((one) => {
    const [tone, word] = outcomes[one.outcome] ?? ['quiet', one.outcome];
    return html`<li>${time(one.at)} ${pill(tone, word)} <span>${one.reason}</span></li>`;
  })}</ol>
  ${resentAt === null ? nothing : html`<p class="soft">Sent again by an operator, ${time(resentAt)}</p>`}
  ${at === 'FROZEN' && dueAt !== null ? html`<p class="soft">Next attempt ${since(dueAt)}</p>` : nothing}
</section>`;

/** @param {Digest} digest */
function renderResend(digest) {
  const { resend: again } = digest;
  if (again === null) return nothing;
  const onClick = () => resend(digest, again.repeat);
  return html`<section class="digest-part">
    <h3>Send it again</h3>
    ${again.repeat === null ? nothing : html`<p class="soft">${again.repeat}.</p>`}
    ${command(again.command)} ${state.info.acts ? button('Resend', onClick) : nothing}
  </section>`;
}

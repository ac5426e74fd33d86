import { html, nothing, render } from '../../../node_modules/lit-html/lit-html.js';
import { renderQuestion } from './ask.js';
import { loadBuyers, renderBuyers } from './buyers.js';
import { loadDigests, renderDigests } from './digests.js';
import { loadNow, renderNow } from './now.js';
import { button, copy, empty } from './parts.js';
import { loadPreview, renderPreview } from './preview.js';
import { loadSearch, renderSearch } from './search.js';
import { loadSettings, renderSettings } from './settings.js';
import { begin, linkTo, state, togglePause } from './state.js';
import { loadUpstream, renderUpstream } from './upstream.js';

/**
 * @import { Part } from './parts.js'
 * @import { Load, Place } from './state.js'
 *
 * @typedef {{ name: string, title: string, load: Load, view: (data: any) => Part }} Page
 */

/** @type {[Page, ...Page[]]} */
const pages = [
  { name: 'now', title: 'Now', load: loadNow, view: renderNow },
  { name: 'digests', title: 'Digests', load: loadDigests, view: renderDigests },
  { name: 'buyers', title: 'Buyers', load: loadBuyers, view: renderBuyers },
  { name: 'search', title: 'Search', load: loadSearch, view: renderSearch },
  { name: 'preview', title: 'Preview', load: loadPreview, view: renderPreview },
  { name: 'upstream', title: 'Upstream', load: loadUpstream, view: renderUpstream },
  { name: 'settings', title: 'Settings', load: loadSettings, view: renderSettings },
];

/** @param {Place} place */
const pageOf = ({ page }) => pages.find(({ name }) => name === page) ?? pages[0];

/** What a stage's page shows is read again each minute, since reading it costs something. */
const showConnection = () => {
  const { connection, info } = state;
  return connection === 'live' && info.place !== '' && !info.acts
    ? 'Read each minute'
    : connections[connection];
};

const connections = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Not running',
  refused: 'No token',
  paused: 'Paused',
};

function renderTop() {
  const { connection, info, place } = state;
  const current = pageOf(place);
  const links = pages.map(
    (page) =>
      html`<a href=${linkTo(page.name)} aria-current=${page === current ? 'page' : 'false'}>${page.title}</a>`,
  );
  return html`<header class="top">
    <a class="brand" href="#/now">
      <img src="/signalpost.svg" alt="" width="28" height="28"><span>Signalpost</span><span class="soft">${info.place}</span>
    </a>
    <nav aria-label="Pages">${links}</nav>
    <div class="live">
      <span class="connection" data-state=${connection} role="status">${showConnection()}</span>
      ${button(connection === 'paused' ? 'Resume view' : 'Pause view', togglePause)}
    </div>
  </header>`;
}

function renderPage() {
  const { problem, loading, data, notice, place } = state;
  const page = pageOf(place);
  // What is being read may be of another page still.
  const content =
    data.page === place.page ? page.view(data) : problem === null ? html`<h1>${page.title}</h1>` : nothing;
  return html`<a class="skip" href="#main" @click=${skip}>Skip to the content</a>
    ${renderTop()}
    <p class="notice" role="status" data-tone=${notice?.isBad ? 'bad' : 'good'}>${notice?.text}</p>
    <main id="main" tabindex="-1" aria-busy=${loading} data-place=${state.shown}>
      ${problem === null ? nothing : empty('This could not be read.', html`${problem} ${copy(problem)}`)}
      ${content}
    </main>
    <footer class="soft keys">
      <kbd>1</kbd>–<kbd>${pages.length}</kbd> pages, <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous
    </footer>
    ${renderQuestion()}`;
}

/** @param {MouseEvent} event */
function skip(event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  const isTyping = target instanceof HTMLElement && target.matches('input, select, textarea');
  if (isTyping || ctrlKey || metaKey || altKey || state.question) return;
  const page = pages[Number(key) - 1];
  if (page) location.hash = linkTo(page.name);
  if (key === '/') {
    event.preventDefault();
    const field = document.querySelector('main input[type=search]');
    if (field instanceof HTMLElement) field.focus();
    else location.hash = linkTo('search');
  }
  if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
}

/** @param {1 | -1} by */
function move(by) {
  const rows = [...document.querySelectorAll('a.row')].filter((row) => row instanceof HTMLElement);
  const at = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const from = at === -1 ? rows.findIndex((row) => row.ariaCurrent === 'true') : at;
  rows[Math.min(Math.max(from + by, 0), rows.length - 1)]?.focus();
}

document.addEventListener('keydown', onKey);
void begin({
  draw() {
    document.title = `${pageOf(state.place).title} · Signalpost`;
    render(renderPage(), /** @type {HTMLElement} */ (document.getElementById('page')));
  },
  loaderOf: (place) => pageOf(place).load,
});

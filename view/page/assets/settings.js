import { html } from '../../../node_modules/lit-html/lit-html.js';
import { linkTo } from './state.js';

/** @import { Settings } from '../contract.ts' */

/** @type {import('./state.js').Load} */
export const loadSettings = async (_place, get) => ({ settings: await get('/api/settings') });

/** @param {{ settings: Settings }} data */
export const renderSettings = ({ settings: { routes, sections } }) => html`<div class="prose">
  <h1>Settings</h1>
  <p class="soft">What the config says. To change it, edit the file and start again.</p>
  <h2>Who gets what, and when</h2>
  <ul class="cards">${routes.map(
    ({ routeId, does }) => html`<li class="card">
    <h3><a href=${linkTo('preview', routeId)}>${routeId}</a></h3><p>${does}</p>
  </li>`,
  )}</ul>
  ${sections.map(({ title, lines }) => html`<h2>${title}</h2><ul class="lines">${lines.map((line) => html`<li>${line}</li>`)}</ul>`)}
</div>`;

import { html, nothing } from '../../../node_modules/lit-html/lit-html.js';
import { act, unmuteButton } from './actions.js';
import { renderFeed } from './feed.js';
import { button, command, digestRows, empty, noDigest, pill, since, time } from './parts.js';
import { dayPlot, legend } from './plot.js';
import { linkTo, state } from './state.js';
import { plural, zoneTime } from './words.js';

/** @import { Now, RouteNow, ShownMute } from '../contract.ts' */

/** @type {import('./state.js').Load} */
export const loadNow = async (_place, get) => ({ now: await get('/api/now') });

/** @param {{ now: Now }} data */
export function renderNow({ now }) {
  const { needs, routes, latest, mutes, watching, lastTickAt, lastNewSignalAt, proven } = now;
  const watched = `${plural(watching.buyers, 'buyer')} on ${plural(watching.bridges, 'bridge')}, polled every ${watching.every}`;
  return html`<h1>${titleOf(now)}</h1>
    <ul class="facts">
      <li>${watched}</li>
      ${lastTickAt === null ? nothing : html`<li>last poll ${since(lastTickAt)}</li>`}
      ${lastNewSignalAt === null ? nothing : html`<li>last new signal ${since(lastNewSignalAt)}</li>`}
      ${needs.length > 0 || proven === null ? nothing : html`<li>${proven}</li>`}
    </ul>
    <div class="columns">
      <div class="stack">
        ${
          needs.length === 0
            ? nothing
            : html`<section class="needs" aria-labelledby="needs">
          <h2 id="needs">Needs attention</h2>
          <ul>${needs.map((need) => html`<li><p>${need.text}</p>${need.command === null ? nothing : command(need.command)}</li>`)}</ul>
        </section>`
        }
        <section aria-labelledby="latest">
          <div class="section-head"><h2 id="latest">Latest digests</h2><a href=${linkTo('digests')}>All digests</a></div>
          ${latest.length === 0 ? noDigest() : html`<ol class="rows">${digestRows(latest)}</ol>`}
        </section>
        <section aria-labelledby="routes">
          <div class="section-head"><h2 id="routes">What waits, and what comes next</h2></div>
          <ul class="cards">${routes.map(renderRoute)}</ul>
        </section>
        ${mutes.length === 0 ? nothing : renderMutes(mutes)}
      </div>
      <div class="stack">${renderFigures(now)}${state.info.live ? renderFeed() : nothing}</div>
    </div>`;
}

/** @param {Now} now */
function titleOf({ needs, lastTickAt, running }) {
  if (needs.length > 0)
    return `${plural(needs.length, 'thing')} ${needs.length === 1 ? 'needs' : 'need'} attention`;
  if (lastTickAt === null) return 'Nothing has run here yet';
  return running === false ? 'All is well, and nothing runs now' : 'All is well';
}

/** @param {RouteNow} route */
function renderRoute({
  routeId,
  label,
  does,
  state: found,
  reason,
  since: from,
  signals,
  hot,
  oldestAt,
  why,
  next,
}) {
  const isOff = found === 'DISABLED';
  const waiting =
    signals === 0 ? 'Nothing waits' : `${plural(signals, 'signal')}${hot > 0 ? ` (${hot} hot)` : ''} waiting`;
  const [action, word] = isOff ? ['resume', 'Resume'] : ['pause', 'Pause'];
  const paused = reason?.startsWith('paused') ? 'Paused' : 'Disabled';
  return html`<li class="card">
    <div class="card-head">
      <h3><a href=${linkTo('digests', '', { route: routeId })}>${routeId}</a></h3>
      ${isOff ? pill('warn', paused) : html`<span class="soft">${label ?? 'not in the config'}</span>`}
      ${state.info.acts && label !== null ? button(word, () => act(action, { routeId }), `${word} ${routeId}`) : nothing}
    </div>
    ${does === null ? nothing : html`<p class="soft">${does}</p>`}
    <p><strong>${waiting}</strong>${oldestAt === null ? nothing : html`, the oldest from ${since(oldestAt)}`}</p>
    ${isOff ? html`<p class="warn">${reason ?? 'no reason was recorded'}${from === null ? nothing : html`, since ${time(from)}`}</p>` : nothing}
    ${why.length === 0 ? nothing : html`<ul class="why">${why.map((one) => html`<li>${one}</li>`)}</ul>`}
    ${isOff ? nothing : renderNext(next, routeId)}
  </li>`;
}

/** @type {(next: RouteNow['next'], routeId: string) => import('./parts.js').Part} */
function renderNext(next, routeId) {
  const preview = html`<a href=${linkTo('preview', routeId)}>Preview</a>`;
  if (next === 'at once') return html`<p class="soft">Next: at once, when a signal comes · ${preview}</p>`;
  if (next.times.length === 0) return nothing;
  const told = next.times.map((at) => zoneTime(at, next.timezone)).join(', then ');
  return html`<p class="soft">Next: ${told} (${next.timezone}) · ${preview}</p>`;
}

/** @param {readonly ShownMute[]} mutes */
const renderMutes = (mutes) => html`<section aria-labelledby="mutes">
  <div class="section-head"><h2 id="mutes">Muted</h2></div>
  <ul class="rows">${mutes.map(
    (mute) => html`<li class="row">
    <span class="row-title">${mute.kind} ${mute.name ?? mute.id}</span>
    <span class="row-side">${unmuteButton(mute)}</span>
    <span class="row-facts">until ${time(mute.until)}, because ${mute.because}</span>
  </li>`,
  )}</ul>
</section>`;

/** @param {Now} now */
function renderFigures({ week, days }) {
  const routes = [...new Set([...state.info.routes, ...days.flatMap((day) => Object.keys(day.routes))])];
  return html`<section aria-labelledby="week">
    <div class="section-head"><h2 id="week">The last 7 days</h2></div>
    ${week.length === 0 ? empty('Nothing yet.', 'After the first poll: signals, digests, the longest wait, trouble and calls.') : nothing}
    <dl class="week">${week.map(({ about, text }) => html`<dt>${about}</dt><dd>${text}</dd>`)}</dl>
    ${dayPlot('Signals sent', 'signal', days, routes)}${dayPlot('Digests', 'digest', days, routes)}${legend(routes)}
  </section>`;
}

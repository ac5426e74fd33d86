import { html, nothing } from '../../../node_modules/lit-html/lit-html.js';
import { pill, since, time } from './parts.js';
import { ratePlot } from './plot.js';
import { number, plural } from './words.js';

/** @import { Upstream } from '../contract.ts' */

/** @type {import('./state.js').Load} */
export const loadUpstream = async (_place, get) => ({ upstream: await get('/api/upstream') });

const laneNames = { lists: 'Lists of signals', summaries: 'Summaries' };
const reasons = { failing: 'more than half of the calls failed', rejected: 'it rejected the access token' };

/** @param {{ upstream: Upstream }} data */
export const renderUpstream = ({ upstream: { baseUrl, mostPerSecond, lanes } }) => html`<h1>Upstream</h1>
  <ul class="facts">
    <li><code>${baseUrl}</code></li>
    <li>${mostPerSecond === null ? 'no limit in the config' : `at most ${number(mostPerSecond)} calls a second by the config`}</li>
  </ul>
  <ul class="cards wide">${lanes.map(renderLane)}</ul>`;

/** @param {Upstream['lanes'][number]} lane */
const renderLane = ({
  lane,
  perSecond,
  isFound,
  pausedUntil,
  pauseReason,
  heldUntil,
  hours,
}) => html`<li class="card">
  <div class="card-head">
    <h2>${laneNames[lane]}</h2> ${pausedUntil === null ? pill('good', 'Open') : pill('bad', 'Paused')}
  </div>
  <p><strong class="large">${number(Math.round(perSecond * 10) / 10)}</strong> calls a second ${isFound ? 'by its 429s' : 'at most: no limit found yet'}</p>
  ${pausedUntil === null ? nothing : html`<p class="warn">Paused: ${pauseReason === null ? 'no reason was recorded' : reasons[pauseReason]}; next try ${since(pausedUntil)}</p>`}
  ${heldUntil === null ? nothing : html`<p class="soft">It asked to wait until ${time(heldUntil)}</p>`}
  ${hours.length === 0 ? html`<p class="soft">No call in 7 days: the next poll makes them.</p>` : html`<p>${plural(sumOf(hours, 'calls'), 'call')} in 7 days, ${number(sumOf(hours, 'refused'))} of them answered 429</p>`}
  ${ratePlot(hours)}
</li>`;

/** @type {(hours: Upstream['lanes'][number]['hours'], of: 'calls' | 'refused') => number} */
const sumOf = (hours, name) => hours.reduce((sum, hour) => sum + hour[name], 0);

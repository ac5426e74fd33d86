import { html, nothing } from '../../../node_modules/lit-html/lit-html.js';
import { empty, time } from './parts.js';
import { state } from './state.js';
import { timeOf } from './words.js';

/** The activity of this process, newest first. */
export const renderFeed = () => html`<section class="feed" aria-labelledby="feed">
  <div class="section-head"><h2 id="feed">Activity</h2></div>
  ${state.lines.size === 0 ? empty('Waiting for the first poll.') : nothing}
  <div class="feed-scroll" tabindex="0" role="region" aria-label="Activity, newest first">
    <ol>${[...state.lines.values()].reverse().map(
      ({ tone, about, text, at }) => html`<li class="line" data-tone=${tone}>
      <span class="line-about">${about}</span>
      ${time(at, timeOf(at), 'line-time')}<span class="line-text">${text}</span>
    </li>`,
    )}</ol>
  </div>
</section>`;

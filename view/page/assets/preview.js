import { html, nothing } from '../../../node_modules/lit-html/lit-html.js';
import { renderMessage } from './message.js';
import { choice, empty, pill, signalList } from './parts.js';
import { linkTo, replacePlace, state } from './state.js';
import { number, plural, zoneTime } from './words.js';

/** @import { OfEachKind } from '../../../shared/domain/routes/destination-kinds.ts' */
/** @import { Preview, PreviewedSignals } from '../contract.ts' */

/** @type {import('./state.js').Load} */
export async function loadPreview({ path: [chosen], query }, get) {
  const routeId = chosen ?? state.info.routes[0] ?? '';
  return { preview: await get(`/api/preview/${encodeURIComponent(routeId)}?${query}`) };
}

/** The forms in which a digest can be looked at: those of the kinds that people read, text and data. @type {OfEachKind<string | null> & Record<string, string | null>} */
const labels = {
  '': 'As it will look',
  slack: 'Slack',
  teams: 'Teams',
  webhook: null,
  text: 'Text',
  json: 'JSON',
};

const forms = Object.entries(labels).flatMap(
  ([form, label]) => /** @type {[string, string][]} */ (label === null ? [] : [[form, label]]),
);

/** @param {{ preview: Preview }} data */
export function renderPreview({ preview }) {
  const { routeId, to, parts, goes, stays, slot, nextTimes, timezone, inexact, warnings, lastDays } = preview;
  const { query } = state.place;
  const [at, as] = [query.get('at'), query.get('as')];
  const link = (/** @type {Record<string, string | null>} */ changes, route = routeId) =>
    linkTo('preview', route, { at, as, ...changes });
  const routes = /** @type {[string, string][]} */ (state.info.routes.map((one) => [one, one]));
  const onTime = (/** @type {Event & { currentTarget: HTMLInputElement }} */ { currentTarget: field }) =>
    replacePlace(link({ at: field.value === '' ? null : String(Date.parse(field.value)) }));
  const next = nextTimes.map((time) => zoneTime(time, timezone)).join(', then ');
  return html`<h1>Preview</h1>
    <search class="filters">
      ${choice('Route', routeId, routes, (given) => link({}, given))}
      ${choice('Form', as, forms, (given) => link({ as: given }))}
      <label>At <input class="choice" type="datetime-local" .value=${at ? localTime(Number(at)) : ''} @change=${onTime}></label>
      ${at ? html`<a class="quiet-button" href=${link({ at: null })}>Next time</a>` : nothing}
    </search>
    <ul class="facts">
      <li>to ${to}</li>
      <li>${next === '' ? 'at once, when a signal comes' : `next ${next} (${timezone})`}</li>
    </ul>
    ${warnings.map((warning) => html`<p class="warn">${warning}</p>`)}
    <div class="columns even">
      <section class="cards" aria-labelledby="message">
        <div class="section-head">
          <h2 id="message">${zoneTime(slot, timezone)}</h2>
          ${parts.length === 0 ? nothing : inexact === null ? pill('good', 'Exactly these bytes') : pill('warn', 'Not exact')}
        </div>
        ${parts.length === 0 ? empty('Nothing would be sent then.', 'New signals that come until then fill it.') : nothing}
        ${parts.length > 0 && inexact !== null ? html`<p class="warn">${inexact}</p>` : nothing}
        ${parts.map((part) => renderPart(part, slot, as))}
      </section>
      <div class="stack">
        ${renderReasons('Goes', goes, 'Nothing waits that would go.')}
        ${renderReasons('Stays', stays, 'Nothing else was recorded since the last digest.')}
        <section aria-labelledby="days">
          <h2 id="days">The last 7 days</h2>
          <p>${plural(lastDays.digests, 'digest')} with ${plural(lastDays.signals, 'signal')}${lastDays.hot === 0 ? '' : `, ${number(lastDays.hot)} of them hot`};
            at most ${number(lastDays.mostAtOnce)} at once; ${plural(lastDays.emptyDays, 'day')} without a digest.</p>
        </section>
      </div>
    </div>`;
}

/** @type {(part: Preview['parts'][number], slot: number, as: string | null) => import('./parts.js').Part} */
const renderPart = ({ body, text, sizes, replyTo, signals }, slot, as) => html`<article class="digest">
  <div class="digest-body">${as === 'text' ? html`<pre class="json">${text}</pre>` : renderMessage(body, slot, as === 'json' ? 'json' : 'message')}</div>
  <p class="digest-foot">${plural(signals, 'signal')}${replyTo === null ? '' : ', in the thread'}${sizes.map(
    ({ of: what, is, most }) => html`<span>${number(is)} of ${number(most)} ${what}</span>`,
  )}</p>
</article>`;

/** @type {(title: string, all: PreviewedSignals, none: string) => import('./parts.js').Part} */
const renderReasons = (title, all, none) => html`<section aria-labelledby=${title}>
  <h2 id=${title}>${title}: ${plural(all.found, 'signal')}</h2>
  ${all.found === 0 ? html`<p class="soft">${none}</p>` : nothing}
  ${signalList(all)}
</section>`;

/** The value of the field, in the browser's zone; empty for what is no time. @param {number} at */
function localTime(at) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

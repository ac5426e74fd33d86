import { html, nothing } from '../../../node_modules/lit-html/lit-html.js';
import { dayOf, number, plural } from './words.js';

/** @import { Day, Upstream } from '../contract.ts' */

/** The number of colours in the style sheet. */
const colours = 4;

/**
 * Stacked bars, one a day; each route has a colour.
 *
 * @param {string} title
 * @param {'signal' | 'digest'} noun
 * @param {readonly Day[]} days
 * @param {readonly string[]} routes
 */
export function dayPlot(title, noun, days, routes) {
  const parts = days.map(({ routes: counts }) =>
    routes.map((routeId, index) => ({ routeId, index, count: counts[routeId]?.[`${noun}s`] ?? 0 })),
  );
  const totals = parts.map((all) => all.reduce((sum, { count }) => sum + count, 0));
  const highest = Math.max(...totals, 1);
  const bars = days.map(({ at }, day) => {
    const shown = (parts[day] ?? []).filter(({ count }) => count > 0);
    const told = shown.map(({ routeId, count }) => `${routeId} ${number(count)}`).join(', ');
    const said = `${dayOf(at)}: ${plural(totals[day] ?? 0, noun)}${told ? ` (${told})` : ''}`;
    return html`<li title=${said}><span class="visually-hidden">${said}</span>${shown.map(
      ({ index, count }) =>
        html`<svg class="series-${index % colours}" height="${(count / highest) * 100}%"><rect width="100%" height="100%"/></svg>`,
    )}</li>`;
  });
  return html`<figure class="plot">
    <figcaption>${title}<span class="soft">up to ${number(highest)} a day</span></figcaption>
    <ol class="bars">${bars}</ol>
    <p class="plot-days soft" aria-hidden="true"><span>${dayOf(days[0]?.at ?? 0)}</span><span>${dayOf(days.at(-1)?.at ?? 0)}</span></p>
  </figure>`;
}

/** @param {readonly string[]} routes */
export const legend = (routes) =>
  html`<ul class="legend">${routes.map((routeId, index) => html`<li><i class="series-${index % colours}"></i>${routeId}</li>`)}</ul>`;

/**
 * The rate that the API permitted, hour by hour.
 *
 * @param {Upstream['lanes'][number]['hours']} hours
 */
export function ratePlot(hours) {
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined || first === last) return nothing;
  const highest = Math.max(...hours.map(({ perSecond }) => perSecond), 1);
  const points = hours.map(({ at, perSecond }) => {
    const x = ((at - first.at) / (last.at - first.at)) * 100;
    return `${x},${40 - (perSecond / highest) * 38}`;
  });
  return html`<figure class="plot">
    <figcaption>Rate<span class="soft">up to ${number(Math.round(highest))} a second</span></figcaption>
    <svg class="rate series-0" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label="The rate by hour"><polyline vector-effect="non-scaling-stroke" stroke-width="2" points=${points.join(' ')}/></svg>
    <p class="plot-days soft" aria-hidden="true"><span>${dayOf(first.at)}</span><span>${dayOf(last.at)}</span></p>
  </figure>`;
}

import { byId, el, setText } from './elements.js';
import { plural, scheduleOf } from './words.js';

/** @import { PageDescription } from '../view-model.ts' */

/** @param {PageDescription} description */
export function describeWatch({ buyers, bridges, api, every, routes }) {
  const parts = [
    ...(buyers ? [plural(buyers, 'buyer')] : []),
    ...(bridges ? [plural(bridges, 'bridge')] : []),
  ];
  const watched = parts.length === 0 ? 'Watching for signals' : `Watching ${parts.join(' on ')}`;
  setText(byId('watching'), watched);
  document.title = `${watched} · Signalpost`;
  byId('watch-facts').replaceChildren(
    el('li', {}, 'from ', el('code', {}, api.baseUrl)),
    ...(every ? [el('li', {}, `polled every ${every}`)] : []),
    ...routes.map(({ routeId, label, when }) =>
      el('li', {}, el('strong', {}, routeId), ` to ${label}, ${scheduleOf(when)}`),
    ),
  );
}

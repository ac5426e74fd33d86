import { byId, el, setText } from './elements.js';
import { number, plural, scheduleOf } from './words.js';

/** @import { Counters, PageDescription } from '../view-model.ts' */

/** @type {[name: keyof Counters, label: string][]} */
const counters = [
  ['buyersPolled', 'Polls'],
  ['newSignals', 'New signals'],
  ['hotSignals', 'Hot signals'],
  ['digestsDelivered', 'Digests delivered'],
  ['attempts', 'Delivery attempts'],
  ['signaturesVerified', 'Signatures verified'],
  ['upstreamRequests', 'API requests'],
];

export function createWatchHeader() {
  const numbers = new Map(
    counters.map(([name, label]) => {
      const value = el('dd', { 'data-counter': name }, '0');
      byId('counters').append(el('div', { class: 'counter' }, el('dt', {}, label), value));
      return [name, value];
    }),
  );
  return {
    /** @param {PageDescription} description */
    describe(description) {
      const watched = watchedWords(description);
      setText(byId('watching'), watched);
      document.title = `${watched} · Signalpost`;
      byId('watch-facts').replaceChildren(...factsOf(description));
    },
    /** @param {Counters} values */
    count(values) {
      for (const [name, value] of numbers) {
        const refused = name === 'signaturesVerified' ? values.signaturesRefused : 0;
        setText(value, refused > 0 ? `${number(values[name])} (${refused} rejected)` : number(values[name]));
        value.parentElement?.toggleAttribute('data-trouble', refused > 0);
      }
    },
  };
}

/** @param {PageDescription} description */
function watchedWords({ buyers, bridges }) {
  const parts = [];
  if (buyers) parts.push(plural(buyers, 'buyer'));
  if (bridges) parts.push(plural(bridges, 'bridge'));
  return parts.length === 0 ? 'Watching for signals' : `Watching ${parts.join(' on ')}`;
}

/** @param {PageDescription} description */
function factsOf({ api, every, destinations }) {
  const facts = [el('li', {}, 'from ', el('code', {}, api))];
  if (every) facts.push(el('li', {}, `polled every ${every}`));
  for (const { routeId, kind, when } of destinations) {
    facts.push(el('li', {}, el('strong', {}, routeId), ` to ${kind.label}, ${scheduleOf(when)}`));
  }
  return facts;
}

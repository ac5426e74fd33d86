import { byId, el, setText } from './elements.js';
import { number, plural, scheduleOf } from './words.js';

const counters = [
  ['buyersPolled', 'Buyers polled'],
  ['newSignals', 'New signals'],
  ['hotSignals', 'Hot'],
  ['digestsDelivered', 'Digests delivered'],
  ['attempts', 'Attempts'],
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
    describe(description) {
      const watched = watchedWords(description);
      setText(byId('watching'), watched);
      document.title = `${watched} · Signalpost`;
      byId('watch-facts').replaceChildren(...factsOf(description));
    },
    count(values) {
      for (const [name, value] of numbers) setText(value, number(values[name]));
      const refused = values.signaturesRefused;
      const counter = numbers.get('signaturesVerified').parentElement;
      counter.toggleAttribute('data-trouble', refused > 0);
      if (refused > 0)
        setText(
          numbers.get('signaturesVerified'),
          `${number(values.signaturesVerified)} (${refused} refused)`,
        );
    },
  };
}

function watchedWords({ buyers, bridges }) {
  const parts = [];
  if (buyers) parts.push(plural(buyers, 'buyer'));
  if (bridges) parts.push(plural(bridges, 'bridge'));
  return parts.length === 0 ? 'Watching for signals' : `Watching ${parts.join(' on ')}`;
}

function factsOf({ api, every, destinations }) {
  const facts = [el('li', {}, 'from ', el('code', {}, api))];
  if (every) facts.push(el('li', {}, `every ${every}`));
  for (const { routeId, type, when } of destinations) {
    const kind = type === 'slack' ? 'Slack' : type;
    facts.push(el('li', {}, el('strong', {}, routeId), ` to ${kind}, ${scheduleOf(when)}`));
  }
  return facts;
}

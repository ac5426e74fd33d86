import { createDigestCard, wasDelivered } from './digest-card.js';
import { byId, el, setText } from './elements.js';
import { plural } from './words.js';

/** @import { Counters, DescribedDestination, DescribedKind, DigestCard, PageDescription } from '../view-model.ts' */

const mostCards = 40;
// On a phone, the feed is below the digests: with more digests, a reader would have to scroll too far.
const shownAtFirst = matchMedia('(width < 1000px)').matches ? 3 : 6;

/** The digests, newest first: those of the chosen kind, and older ones once they are asked for. */
export function createDigestList() {
  const list = byId('digest-list');
  /** @type {Map<string, ReturnType<typeof createDigestCard>>} */
  const views = new Map();
  let type = '';
  let shown = shownAtFirst;
  /** @type {readonly DescribedDestination[]} */
  let destinations = [];
  let baseline = 0;

  function arrange() {
    let matching = 0;
    for (const { item, card } of [...views.values()].reverse()) {
      const matches = type === '' || card?.kind?.type === type;
      if (matches) matching += 1;
      item.hidden = !matches || matching > shown;
    }
    byId('digests-older').hidden = matching <= shown;
    byId('digests-empty').hidden = matching > 0;
    byId('digests-empty').replaceChildren(...waitingFor(type, destinations, baseline));
  }

  const filter = createFilter(byId('digest-filter'));
  byId('digest-filter').addEventListener('change', (event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    type = event.target.value;
    arrange();
  });
  byId('digests-older').addEventListener('click', () => {
    shown += shownAtFirst;
    arrange();
  });

  return {
    /** @param {PageDescription} description */
    describe(description) {
      destinations = description.destinations;
      filter.offer(destinations.map(({ kind }) => kind));
      arrange();
    },
    /** @param {Counters} counters */
    count({ baselineSignals }) {
      if (baselineSignals === baseline) return;
      baseline = baselineSignals;
      arrange();
    },
    clear() {
      views.clear();
      list.replaceChildren();
      arrange();
    },
    /**
     * @param {readonly DigestCard[]} cards
     * @param {{ fresh: boolean }} how
     */
    show(cards, { fresh }) {
      if (cards.length === 0) return;
      for (const card of cards) {
        const known = views.get(card.key);
        if (!fresh) announce(card, known?.card ?? null);
        const view = known ?? createDigestCard();
        view.write(card);
        if (known) continue;
        views.set(card.key, view);
        list.prepend(view.item);
      }
      for (const [key, { item }] of views) {
        if (views.size <= mostCards) break;
        item.remove();
        views.delete(key);
      }
      arrange();
    },
  };
}

/**
 * One choice for each kind of destination that a route has, after the choice "All".
 *
 * @param {HTMLElement} fieldset
 */
function createFilter(fieldset) {
  /** @type {Set<string>} */
  const offered = new Set();
  return {
    /** @param {readonly DescribedKind[]} kinds */
    offer(kinds) {
      for (const { type, label } of kinds.toSorted((a, b) => a.label.localeCompare(b.label))) {
        if (offered.has(type)) continue;
        offered.add(type);
        const words = label.charAt(0).toUpperCase() + label.slice(1);
        const input = el('input', { type: 'radio', name: 'kind', value: type });
        fieldset.append(el('label', {}, input, el('span', {}, words)));
      }
    },
  };
}

/**
 * @param {string} type
 * @param {readonly DescribedDestination[]} destinations
 * @param {number} baseline
 */
function waitingFor(type, destinations, baseline) {
  const routes = destinations.filter(({ kind }) => type === '' || kind.type === type);
  const names = routes.map(({ routeId }) => routeId).join(' or ');
  const known =
    baseline > 0
      ? ` The ${plural(baseline, 'signal')} of the first scan are the baseline: known, not sent.`
      : '';
  return [
    el('strong', {}, 'No digest yet.'),
    `Waiting for a new signal that matches ${names || 'a route'}.${known}`,
  ];
}

/**
 * @param {DigestCard} card
 * @param {DigestCard | null} before
 */
function announce(card, before) {
  if (!wasDelivered(card) || (before && wasDelivered(before))) return;
  const signals = card.signals === null ? '' : `, ${plural(card.signals, 'signal')}`;
  setText(byId('announcer'), `Digest for ${card.routeId} delivered${signals}`);
}

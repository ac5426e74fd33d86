import { createDigestCard, wasDelivered } from './digest-card.js';
import { kindsByName } from './digest-kinds.js';
import { byId, el, setText } from './elements.js';
import { plural } from './words.js';

/** @import { Counters, DescribedDestination, DigestCard, PageDescription } from '../view-model.ts' */

const mostCards = 40;
// On a phone the feed stands below the digests: with more of them it would be out of reach.
const shownAtFirst = matchMedia('(width < 1000px)').matches ? 3 : 6;

/** The digests, newest first: those of the chosen kind, and older ones once they are asked for. */
export function createDigestList() {
  const list = byId('digest-list');
  /** @type {Map<string, ReturnType<typeof createDigestCard>>} */
  const views = new Map();
  let kind = '';
  let shown = shownAtFirst;
  /** @type {readonly DescribedDestination[]} */
  let destinations = [];
  let baseline = 0;

  function arrange() {
    let matching = 0;
    for (const { item, card } of [...views.values()].reverse()) {
      const matches = kind === '' || card?.type === kind;
      if (matches) matching += 1;
      item.hidden = !matches || matching > shown;
    }
    byId('digests-older').hidden = matching <= shown;
    byId('digests-empty').hidden = matching > 0;
    byId('digests-empty').replaceChildren(...waitingFor(kind, destinations, baseline));
  }

  byId('digest-filter').append(
    ...kindsByName().map(({ name, label }) =>
      el('label', {}, el('input', { type: 'radio', name: 'kind', value: name }), el('span', {}, label)),
    ),
  );
  byId('digest-filter').addEventListener('change', (event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    kind = event.target.value;
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
 * @param {string} kind
 * @param {readonly DescribedDestination[]} destinations
 * @param {number} baseline
 */
function waitingFor(kind, destinations, baseline) {
  const routes = destinations.filter(({ type }) => kind === '' || type === kind);
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

import { createDigestCard } from './digest-card.js';
import { byId, el, setText } from './elements.js';
import { plural } from './words.js';

const mostCards = 40;
const shownAtFirst = 12;

/** The digests, newest first: those of the chosen kind, and older ones once they are asked for. */
export function createDigestList() {
  const list = byId('digest-list');
  const views = new Map();
  let kind = '';
  let all = false;
  let destinations = [];

  function arrange() {
    let matching = 0;
    for (const { item, card } of [...views.values()].reverse()) {
      const matches = kind === '' || card.type === kind;
      if (matches) matching += 1;
      item.hidden = !matches || (!all && matching > shownAtFirst);
    }
    byId('digests-older').hidden = all || matching <= shownAtFirst;
    byId('digests-empty').hidden = matching > 0;
    byId('digests-empty').replaceChildren(...waitingFor(kind, destinations));
  }

  byId('digest-filter').addEventListener('change', (event) => {
    kind = event.target.value;
    arrange();
  });
  byId('digests-older').addEventListener('click', () => {
    all = true;
    arrange();
  });

  return {
    describe(description) {
      destinations = description.destinations;
      arrange();
    },
    clear() {
      views.clear();
      list.replaceChildren();
      arrange();
    },
    show(cards, { fresh }) {
      if (cards.length === 0) return;
      for (const card of cards) {
        const known = views.get(card.key);
        if (!fresh) announce(card, known?.card);
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

function waitingFor(kind, destinations) {
  const routes = destinations.filter(({ type }) => kind === '' || type === kind);
  const names = routes.map(({ routeId }) => routeId).join(' and ');
  return [
    el('strong', {}, 'No digest yet.'),
    names
      ? ` Waiting for a new signal that matches ${names}. The first scan of a buyer is its baseline; what comes after it is sent.`
      : ' Waiting for the first new signal that matches a route.',
  ];
}

function announce(card, before) {
  const delivered = (each) => each?.attempts.some(({ outcome }) => outcome === 'delivered') ?? false;
  if (!delivered(card) || delivered(before)) return;
  const signals = card.signals === null ? '' : `, ${plural(card.signals, 'signal')}`;
  setText(byId('announcer'), `Digest for ${card.routeId} delivered${signals}`);
}

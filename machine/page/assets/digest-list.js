import { createDigestCard } from './digest-card.js';
import { byId } from './elements.js';

/** @import { DigestCard } from '../view-model.ts' */

const mostCards = 20;

/** The digests, newest first. The style sheet hides older ones until they are asked for. */
export function createDigestList() {
  const list = byId('digest-list');
  /** @type {Map<string, ReturnType<typeof createDigestCard>>} */
  const views = new Map();
  const older = byId('digests-older');
  older.addEventListener('click', () => list.toggleAttribute('data-all'));

  function arrange() {
    older.hidden = views.size === 0;
    byId('digests-empty').hidden = views.size > 0;
  }

  return {
    clear() {
      views.clear();
      list.replaceChildren();
      arrange();
    },
    /** @param {readonly DigestCard[]} cards */
    show(cards) {
      for (const card of cards) {
        const known = views.get(card.digestId);
        const view = known ?? createDigestCard();
        view.write(card);
        if (known) continue;
        views.set(card.digestId, view);
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

import { byId, el, setText } from './elements.js';
import { timeOf } from './words.js';

/** @import { FeedLine } from '../view-model.ts' */

const mostLines = 200;

export function createFeedList() {
  const list = byId('feed-list');
  /** @type {Map<number, ReturnType<typeof createLine>>} */
  const items = new Map();

  function prune() {
    for (const [key, { item }] of items) {
      if (items.size <= mostLines) return;
      item.remove();
      items.delete(key);
    }
  }

  return {
    clear() {
      items.clear();
      list.replaceChildren();
    },
    /** @param {readonly FeedLine[]} lines */
    show(lines) {
      for (const line of lines) {
        const known = items.get(line.key);
        const view = known ?? createLine();
        view.write(line);
        if (known) continue;
        items.set(line.key, view);
        list.prepend(view.item);
      }
      prune();
      byId('feed-empty').hidden = items.size > 0;
    },
  };
}

function createLine() {
  const title = el('span', { class: 'line-title' });
  const detail = el('span', { class: 'line-detail' });
  const time = el('time', { class: 'line-time' });
  const item = el('li', { class: 'line' }, title, time, detail);
  return {
    item,
    /** @param {FeedLine} line */
    write(line) {
      item.dataset.tone = line.tone;
      title.replaceChildren(
        ...(line.tone === 'hot' ? [el('span', { class: 'pill hot' }, 'Hot'), ' '] : []),
        line.title,
      );
      const next = line.nextAttemptAt ? `next attempt ${timeOf(line.nextAttemptAt)}` : null;
      setText(detail, [line.detail, next].filter(Boolean).join(' · '));
      setText(time, timeOf(line.at));
      time.dateTime = new Date(line.at).toISOString();
    },
  };
}

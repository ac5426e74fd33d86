import { byId, el, setText } from './elements.js';
import { timeOf } from './words.js';

/** @import { FeedLine } from '../view-model.ts' */

const mostLines = 200;

/** The activity, newest first. What happens again moves its line to the top. */
export function createFeedList() {
  const list = byId('feed-list');
  /** @type {Map<string, ReturnType<typeof createLine>>} */
  const items = new Map();
  return {
    clear() {
      items.clear();
      list.replaceChildren();
    },
    /** @param {readonly FeedLine[]} lines */
    show(lines) {
      for (const line of lines) {
        const view = items.get(line.key) ?? createLine();
        view.write(line);
        items.delete(line.key);
        items.set(line.key, view);
        list.prepend(view.item);
      }
      for (const [key, { item }] of items) {
        if (items.size <= mostLines) break;
        item.remove();
        items.delete(key);
      }
      byId('feed-empty').hidden = items.size > 0;
    },
  };
}

function createLine() {
  const about = el('span', { class: 'line-about' });
  const text = el('span', { class: 'line-text' });
  const time = el('time', { class: 'line-time' });
  const item = el('li', { class: 'line' }, about, time, text);
  return {
    item,
    /** @param {FeedLine} line */
    write(line) {
      item.dataset.tone = line.tone;
      setText(about, line.about);
      setText(text, line.text);
      setText(time, timeOf(line.at));
      time.dateTime = new Date(line.at).toISOString();
    },
  };
}
